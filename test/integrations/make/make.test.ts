import assert from 'node:assert/strict';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, test } from 'vitest';
import { deliverEvent } from '../../../src/jobs/events/deliver-webhook.ts';
import { startQueueWorker } from '../../../src/queue/worker.ts';
import { until } from '../../support/runner/wait-until.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';
import { fileOf, Manifest, Parameters, readFile, readmeScopes, Samples } from './app.ts';
import type { Values } from './iml.ts';
import { misfits } from './interface-check.ts';
import { type Connection, makeSimulator, type Received } from './make-simulator.ts';
import type { MakeError } from './requests.ts';

// The Make app against the real service over HTTPS. A simulator of the platform runs the app's own
// files as a user of Make does, from the connection to the last module. The key has exactly the
// scopes the README asks for.

const ATTACH = 'webhooks/new-event/new-event.attach.iml.json';

/** The labels of the API, including its misspellings. */
const SIX = ['Projet créé', 'Projet modifié', 'Projet supprimé', 'Tâche créée', 'Tâche modifié', 'Tache supprimée'];

let service: ServiceOverHttps;
let make: Awaited<ReturnType<typeof makeSimulator>>;
let worker: ReturnType<typeof startQueueWorker>;
let connection: Connection;

beforeAll(async () => {
  service = await serviceOverHttps();
  // Receivers compare signatures with the machine's clock.
  service.clock.now = Math.floor(Date.now() / 1000);
  worker = startQueueWorker(service.services, pino({ level: 'silent' }), {
    connection: service.database.serving,
    jobs: [deliverEvent(service.services.environment)],
    pollMs: 20,
  });
  make = await makeSimulator({ ca: service.certificate.cert });
  connection = await make.connect({ baseUrl: server(), apiKey: await keyWith(readmeScopes()) });
});

afterAll(async () => {
  await worker.stop();
  await make.close();
  await service.close();
});

const server = (): string => `https://127.0.0.1:${service.port()}`;

async function keyWith(scopes: readonly string[], test = false): Promise<string> {
  const made = await service.call('create-api-key', { body: { name: 'Make', scopes: [...scopes], test } });
  return made.json.key;
}

const failure =
  (type: string, says: RegExp) =>
  (error: MakeError): boolean => {
    assert.equal(error.type, type, error.message);
    assert.match(error.message, says);
    return true;
  };

test('a connection is named after the company and marks test keys', async () => {
  assert.equal(connection.label, 'Zoé Martin EI');
  const test = await make.connect({ baseUrl: server(), apiKey: await keyWith(readmeScopes(), true) });
  assert.equal(test.label, 'Zoé Martin EI (essais)');
});

test('a wrong key creates no connection; the error shows its code and the request ID', async () => {
  const asked = make.connect({ baseUrl: server(), apiKey: 'fk_live_wrong' });
  await assert.rejects(asked, failure('InvalidAccessTokenError', /^\[401\] .+ \(auth\.\w+, [0-9a-f-]{36}\)$/));
});

test('the form rejects an address without TLS, with a trailing slash or with credentials', async () => {
  for (const baseUrl of ['http://127.0.0.1:8080', `${server()}/`, 'https://a@127.0.0.1', 'https://example.com?a=b']) {
    await assert.rejects(make.connect({ baseUrl, apiKey: 'fk_live_never_sent' }), /baseUrl has another form/);
  }
});

test('the event list comes from the service: the six main events first, then all others except the test event', async () => {
  const listed = (await make.callRpc('listEventTypes', connection)) as { label: string; value: string }[];
  assert.deepEqual(
    listed.slice(0, 6).map(({ label }) => label),
    SIX,
  );
  assert.equal(listed[0]?.value, 'project.created');
  const all = (await service.ask('/v2/event-types')).json.docs.map(({ id }: { id: string }) => id);
  assert.deepEqual(
    listed.map(({ value }) => value),
    all.filter((id: string) => id !== 'webhook.test'),
  );
});

test('once attached, a new project starts the scenario at once, signed; once detached, no event arrives', async () => {
  const hook = await make.attach('watchEvents', connection, { events: ['project.created', 'task.created'] });
  const { json: kept } = await service.ask(`/v2/webhooks/${idOf(hook)}`);
  assert.deepEqual([kept.url, kept.events, kept.source], [hook.url, ['project.created', 'task.created'], 'make']);
  // Make cannot verify signatures (README), so the app does not store the secret; other receivers
  // do, here with a new secret.
  const { json: rotated } = await service.ask(`/v2/webhooks/${kept.id}/rotate-secret`, { method: 'POST' });

  const project = await newProject('Refonte du site');
  await until('the event of the project', () => hook.received.length === 1);
  const [{ bundle, body, headers }] = hook.received as [Received];
  assert.deepEqual(bundle, JSON.parse(body));
  new Webhook(rotated.secret).verify(body, headers as Record<string, string>);
  assert.throws(() => new Webhook(rotated.secret).verify(`${body} `, headers as Record<string, string>));
  const said = bundle as ProjectBundle;
  assert.deepEqual(Object.keys(said).sort(), ['client', 'customerCompany', 'event', 'location', 'project']);
  assert.equal(headers['webhook-id'], said.event.id);
  assert.deepEqual([said.event.type, said.event.label], ['project.created', 'Projet créé']);
  assert.deepEqual([said.project.id, said.project.name], [project.id, 'Refonte du site']);
  assert.deepEqual([said.client[0].lastname, said.location.city], ['Moreau', 'Lyon']);

  const witness = await make.attach('watchEvents', connection, { events: ['project.created'] });
  await hook.detach();
  assert.equal((await service.ask(`/v2/webhooks/${kept.id}`)).status, 404);
  await newProject('Après');
  await until('the event of the second project', () => witness.received.length === 1);
  assert.equal(hook.received.length, 1);
  await witness.detach();
});

/** The members of a project bundle that the test reads. */
type ProjectBundle = {
  event: { id: string; type: string; label: string };
  project: { id: string; name: string };
  client: [{ lastname: string }];
  location: { city: string };
};

test('changing the selected events updates the webhook: removed events stop, added events arrive', async () => {
  const hook = await make.attach('watchEvents', connection, { events: ['project.created'] });
  await hook.update({ events: ['contact.created'] });
  await newProject('Sans suite');
  await until('the contact of the project', () => hook.received.length > 0);
  assert.deepEqual(hook.received.map(typeOf), ['contact.created']);
  await hook.detach();
});

test('a webhook test event is acknowledged and starts nothing', async () => {
  const hook = await make.attach('watchEvents', connection, { events: ['invoice.paid'] });
  await service.ask(`/v2/webhooks/${idOf(hook)}/test`, { method: 'POST' });
  await until('the test event', () => hook.received.length === 1);
  assert.deepEqual(hook.received.map(typeOf), ['webhook.test']);
  assert.equal(hook.received[0]?.bundle, undefined);
  await hook.detach();
});

test('the trigger form accepts only events of the list, and at least one', async () => {
  const attach = (events: string[]) => make.attach('watchEvents', connection, { events });
  await assert.rejects(attach(['project.painted']), /events does not offer project\.painted/);
  await assert.rejects(attach([]), /events is required/);
});

test('control: an attach with a wrong body, a wrong address or no stored ID is detected', async () => {
  const right = readFile(ATTACH) as { url: string; body: object };
  const attachedBy = async (attach: object): Promise<void> => {
    const broken = await makeSimulator({ ca: service.certificate.cert, changed: { [ATTACH]: attach } });
    try {
      const hook = await broken.attach('watchEvents', connection, { events: ['project.created'] });
      await hook.detach();
    } finally {
      await broken.close();
    }
  };
  await attachedBy(right);
  const body = { ...right.body, events: '{{parameters.event}}' };
  await assert.rejects(attachedBy({ ...right, body }), failure('DataError', /events.*\(request\.invalid, /s));
  const url = right.url.replace('webhooks', 'webhoks');
  await assert.rejects(attachedBy({ ...right, url }), failure('DataError', /\(request\.route_not_found, /));
  await assert.rejects(attachedBy({ ...right, response: {} }), failure('DataError', /^\[404\] /));
});

test('real events match the interface the trigger describes and the members of its samples', async () => {
  const { codeFiles } = fileOf('makecomapp.json', Manifest).components.module['watchEvents'] ?? {};
  const described = fileOf(codeFiles?.interface ?? null, Parameters);
  const samples = fileOf(codeFiles?.samples ?? null, Samples);
  const hook = await make.attach('watchEvents', connection, {
    events: ['project.created', 'task.created', 'contact.created', 'organization.created', 'product.created']
      .concat(['invoice.created', 'invoice.finalized', 'asset.created'])
      .sort(),
  });
  const project = await newProject('Boutique');
  await made('/task', { name: 'Appeler Léa', description: '', opportunityId: project.id });
  await made('/organization', { name: 'Boulangerie Martin SARL' });
  await made('/v2/catalog/product', { designation: 'Audit', type: 'SERVICE_DELIVERY', unit: 'DAY', unitPrice: 60_000 });
  const invoice = await made(`/v2/billing/invoice/${project.customerId}`, { lines: [LINE] });
  await service.ask(`/v2/billing/${invoice.id}/finalize`, { method: 'PATCH', body: {} });
  await made(`/v2/billing/invoice/${invoice.id}/asset`, {});
  await until('eight events', () => hook.received.length === 8);
  await hook.detach();

  const sampled = (await service.ask('/v2/event-types')).json.docs.map((each: { sample: object }) => each.sample);
  for (const bundle of [...hook.received.map((each) => each.bundle), ...sampled]) {
    assert.deepEqual(misfits(described, bundle), []);
    const members = Object.keys(bundle as object);
    assert.deepEqual(
      members.filter((member) => !(member in samples)),
      [],
    );
    const told = bundle as Record<string, object>;
    // These objects always have every member, so the sample must have exactly the same; the others
    // may have more.
    for (const member of members.filter((each) => EVERY_MEMBER.includes(each))) {
      assert.deepEqual(Object.keys(told[member] ?? {}).sort(), Object.keys(samples[member] as object).sort(), member);
    }
  }
});

const EVERY_MEMBER = ['event', 'location', 'customerCompany', 'project', 'task', 'billing'];
const LINE = { designation: 'Audit', quantity: 2, quantityUnit: 'day', unitPrice: 60_000, vatCode: 'FR_2000' };

async function newProject(name: string) {
  const billingAddress = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' };
  const people = { firstname: 'Léa', lastname: 'Moreau', emails: ['lea@example.com'] };
  const { id: customerId } = await made('/contact', { ...people, billingAddress });
  const { json: board } = await service.ask('/v2/opportunity/categories');
  return made('/v2/opportunity', { name, amount: 450_000, customerId, categoryId: board[0].id });
}

async function made(path: string, body: object) {
  const answer = await service.ask(path, { body });
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
}

const idOf = ({ data }: { data: Values }): string => String(data['externalHookId']);
const typeOf = ({ body }: Received): string => JSON.parse(body).event.type;

test('a server error maps to the type Make expects: retry later, replace the key, or correct the data', async () => {
  const answers: Record<string, { status: number; body: string; type?: string }> = {
    '/contact': { status: 429, body: problem('request.too_many', 'Trop de demandes') },
    '/v2/billing/a': { status: 503, body: problem('service.unavailable', 'Base de données injoignable') },
    '/v2/billing/b': { status: 502, body: '<html>Bad gateway</html>', type: 'text/html' },
    '/v2/billing/c': { status: 403, body: problem('auth.scope_missing', 'Droit manquant') },
  };
  const failing = https.createServer(service.certificate, (request, response) => {
    const { status, body, type = 'application/problem+json' } = answers[request.url ?? ''] ?? { status: 500, body: '' };
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
  const { port } = failing.address() as AddressInfo;
  const there = { label: '', values: { baseUrl: `https://127.0.0.1:${port}`, apiKey: 'fk_live_x' } };
  const read = (documentId: string) => make.run('getDocument', there, { documentId });
  const created = make.run('createContact', there, { lastname: 'Moreau' });
  await assert.rejects(created, failure('RateLimitError', /^\[429\] Trop de demandes \(request\.too_many, r-1\)$/));
  await assert.rejects(read('a'), failure('ConnectionError', /^\[503\] Base de données injoignable/));
  await assert.rejects(read('b'), failure('RuntimeError', /^\[502\] Réponse inattendue du serveur/));
  await assert.rejects(read('c'), failure('InvalidConfigurationError', /auth\.scope_missing/));
  failing.closeAllConnections();
  await new Promise((resolve) => failing.close(resolve));
});

const problem = (code: string, detail: string): string => JSON.stringify({ code, detail, requestId: 'r-1' });

test('a key without the billing permission is refused, and the error names the missing permission', async () => {
  const reader = await make.connect({ baseUrl: server(), apiKey: await keyWith(['account:read', 'customers:write']) });
  const [contact] = (await make.run('createContact', reader, { lastname: 'Moreau' })) as [{ id: string }];
  const asked = make.run('createInvoice', reader, { customerId: contact.id, lines: [LINE] });
  await assert.rejects(asked, failure('InvalidConfigurationError', /^\[403\] .*billing:write.* \(/));
});

test('Make’s logs contain neither the key nor the webhook secret', async () => {
  const hook = await make.attach('watchEvents', connection, { events: ['project.created'] });
  await hook.detach();
  const logged = JSON.stringify(make.log);
  assert.ok(logged.includes('/v2/webhooks'));
  assert.ok(!logged.includes(String(connection.values['apiKey'])));
  assert.ok(!logged.includes('whsec_'));
});
