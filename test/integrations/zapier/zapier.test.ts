import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, test } from 'vitest';
import { deliverEvent } from '../../../src/jobs/events/deliver-webhook.ts';
import { startQueueWorker } from '../../../src/queue/worker.ts';
import { until } from '../../support/runner/wait-until.ts';
import { httpClient } from '../../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';
import { readmeScopes } from '../readme-scopes.ts';
import { zapierApp } from './app.ts';
import { type Given, messageOf, testedVariant, type Values, zapierSimulator } from './zapier-simulator.ts';

// The Zapier app against the real service over HTTPS, with a simulator of the platform. The license
// of Zapier's own packages does not allow distributing them, so they are not installed for this
// test; `npm run integrations` runs it with them, and runs their validation.

/** The key has exactly the scopes the guides ask for. */
const SCOPES = readmeScopes('zapier');

/** The labels of the API, including its misspellings. */
const SIX = ['Projet créé', 'Projet modifié', 'Projet supprimé', 'Tâche créée', 'Tâche modifié', 'Tache supprimée'];

const LINE = { designation: 'Audit', quantity: '2', unitPrice: '60000', vatCode: 'FR_2000', quantityUnit: 'day' };

let service: ServiceOverHttps;
let worker: ReturnType<typeof startQueueWorker>;
let zapier: Awaited<ReturnType<typeof zapierSimulator>>;

beforeAll(async () => {
  service = await serviceOverHttps();
  // The app compares signatures with the machine's clock.
  service.clock.now = Math.floor(Date.now() / 1000);
  worker = startQueueWorker(service.services, pino({ level: 'silent' }), {
    connection: service.database.serving,
    jobs: [deliverEvent(service.services.environment, { ca: service.certificate.cert })],
    pollMs: 20,
  });
  zapier = await platform({ apiKey: await keyWith(SCOPES) });
});

afterAll(async () => {
  await worker.stop();
  await zapier.close();
  await service.close();
});

const server = (): string => `https://127.0.0.1:${service.port()}`;

const platform = (authData: Values) =>
  zapierSimulator({
    certificate: service.certificate,
    port: service.port(),
    authData: { serverUrl: `${server()}/`, ...authData },
  });

async function keyWith(scopes: readonly string[], test = false): Promise<string> {
  return (await service.call('create-api-key', { body: { name: 'Zapier', scopes: [...scopes], test } })).json.key;
}

const newContact = (lastname = 'Moreau') =>
  zapier.create('contact', {
    ...{ lastname, firstname: 'Léa', emails: ['lea@example.com'] },
    ...{ address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon' },
  });

async function newProject(customerId: string, name: string) {
  const [column] = (await service.ask('/v2/opportunity/categories')).json;
  const body = { name, amount: 450_000, customerId, categoryId: column.id };
  return (await service.ask('/v2/opportunity', { body })).json;
}

/** Checks the message that a user sees when the app refuses. */
const says =
  (...wanted: RegExp[]) =>
  (error: Error): boolean => {
    for (const each of wanted) assert.match(messageOf(error), each);
    return true;
  };

test(`the tests run ${testedVariant}`, () => {
  console.log(`Zapier: ${testedVariant}`);
  assert.match(zapierApp.platformVersion, /^\d+\.\d+\.\d+$/);
});

test('a connection is named after the company and marks test keys', async () => {
  assert.deepEqual(await zapier.connect(), { company: 'Zoé Martin EI' });
  const testing = await platform({ apiKey: await keyWith(SCOPES, true) });
  assert.deepEqual(await testing.connect(), { company: 'Zoé Martin EI (test)' });
  await testing.close();
});

test('a wrong key creates no connection and asks to reconnect; an address without TLS gets no key', async () => {
  const wrong = await platform({ apiKey: 'fk_live_wrong' });
  await assert.rejects(wrong.connect(), (error: Error) => {
    assert.equal(error.name, 'ExpiredAuthError');
    assert.match(error.message, /\(auth\.\w+, [0-9a-f-]{36}\)/);
    return true;
  });
  await wrong.close();
  for (const serverUrl of ['http://127.0.0.1:8080', 'https://a@127.0.0.1', '', 'https://example.com?a=b']) {
    const clear = await platform({ apiKey: 'fk_live_never_sent', serverUrl });
    await assert.rejects(clear.connect(), /https:\/\//);
    await clear.close();
  }
});

test('the event list comes from the service: the six main events first; each is also a trigger of its own', async () => {
  const listed = (await zapier.offered('event_type.id.name')) as { id: string; name: string }[];
  assert.deepEqual(
    listed.slice(0, 6).map(({ name }) => name),
    SIX,
  );
  const all = (await service.ask('/v2/event-types')).json.docs.map(({ id }: { id: string }) => id);
  assert.deepEqual(
    listed.map(({ id }) => id),
    all.filter((id: string) => id !== 'webhook.test'),
  );
  const named = Object.values(zapierApp.triggers).filter(({ key }) => /^(project|task)_/.test(key));
  assert.deepEqual(
    named.map(({ display }) => display.label),
    SIX,
  );
});

test('once on, a new project starts the Zap at once, with a verified signature; once off, no event arrives', async () => {
  const zap = zapier.zap('new_event', { events: ['project.created', 'contact.created'] });
  await zap.switchOn();
  const { json: made } = await service.ask(`/v2/webhooks/${String(zap.kept()['id'])}`);
  assert.deepEqual(
    [made.url, made.events, made.source],
    [zap.targetUrl, ['contact.created', 'project.created'], 'zapier'],
  );
  const contact = await newContact();
  await until('the contact', () => zap.started.length === 1);
  const project = await newProject(contact.id, 'Refonte du site');
  await until('the project', () => zap.started.length === 2);
  const told = zap.started[1] as Given;
  assert.deepEqual(Object.keys(told).sort(), ['client', 'customerCompany', 'event', 'id', 'location', 'project']);
  assert.deepEqual([told.id, told.event.type, told.project.id], [told.event.id, 'project.created', project.id]);

  const witness = zapier.zap('project_created');
  await witness.switchOn();
  await zap.switchOff();
  assert.equal((await service.ask(`/v2/webhooks/${made.id}`)).status, 404);
  await newProject(contact.id, 'Après');
  await until('the second project', () => witness.started.length === 1);
  assert.equal(zap.received(), 2);
  await witness.switchOff();
  // A webhook already disabled in the service can still be switched off in Zapier.
  await witness.switchOff();
  assert.deepEqual([zap.refused, witness.refused], [[], []]);
});

test('a Zap that is switched on twice has one webhook and a valid secret', async () => {
  const zap = zapier.zap('task_created');
  await zap.switchOn();
  const first = zap.kept();
  await zap.switchOn();
  assert.equal(zap.kept()['id'], first['id']);
  assert.notEqual(zap.kept()['secret'], first['secret']);
  const { json: task } = await service.ask('/v2/task', { body: { name: 'Maquette', description: '' } });
  await until('the task', () => zap.started.length === 1);
  assert.equal(zap.started[0]?.['task'].id, task.id);
  await zap.switchOff();
});

test('a webhook test event starts nothing', async () => {
  const zap = zapier.zap('new_event', { events: ['invoice.paid'] });
  await zap.switchOn();
  await service.ask(`/v2/webhooks/${String(zap.kept()['id'])}/test`, { method: 'POST' });
  await until('the try', () => zap.received() === 1);
  assert.deepEqual([zap.started, zap.refused], [[], []]);
  await zap.switchOff();
});

test('forged, altered, day-old or unsigned deliveries start nothing; correctly signed ones do', async () => {
  const zap = zapier.zap('new_event', { events: ['invoice.paid'] });
  await zap.switchOn();
  const body = JSON.stringify({ event: { id: randomUUID(), type: 'invoice.paid' }, billing: { id: randomUUID() } });
  const now = Math.floor(Date.now() / 1000);
  const signedBy = (secret: string, at: number, said = body) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(at * 1000), said),
  });
  const own = String(zap.kept()['secret']);
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const url = new URL(zap.targetUrl);
  const stranger = httpClient({ port: Number(url.port), ca: service.certificate.cert });
  const forgeries = [
    {},
    signedBy(other, now),
    signedBy(own, now, `${body} `),
    signedBy(own, now - 86_401),
    { ...signedBy(own, now), 'webhook-id': 'msg_2' },
    { ...signedBy(own, now), 'webhook-signature': 'v1,' },
  ];
  // During a change of secret, a request has two signatures.
  const signatures = [signedBy(other, now), signedBy(own, now)].map((headers) => headers['webhook-signature']);
  const right = [signedBy(own, now), { ...signedBy(own, now), 'webhook-signature': signatures.join(' ') }];
  for (const headers of [...forgeries, ...right]) await stranger.ask(url.pathname, { headers, body });
  await until('all of them', () => zap.received() === forgeries.length + right.length);
  assert.equal(zap.refused.length, forgeries.length);
  for (const refused of zap.refused) assert.match(refused, /signature/);
  assert.equal(zap.started.length, right.length);
  stranger.close();
  await zap.switchOff();
});

test('during setup a Zap shows the latest events, newest first, in the delivered format', async () => {
  const zap = zapier.zap('new_event', { events: ['contact.created', 'contact.updated'] });
  await zap.switchOn();
  const { id } = await newContact('Dernière');
  await until('the contact', () => zap.started.length === 1);
  let recent = await zap.recent();
  // The event feed waits for open transactions; a webhook does not.
  await until('the feed', async () => (recent = await zap.recent())[0]?.id === zap.started[0]?.id);
  assert.deepEqual(recent[0], zap.started[0]);
  assert.equal(recent[0]?.['contact'].id, id);
  await zap.switchOff();
});

test('without past events, setup shows the service’s sample, and the app’s samples have the same members', async () => {
  const [shown, ...others] = (await zapier.zap('new_event', { events: ['estimate.signed'] }).recent()) as [Given];
  assert.deepEqual([shown.event.type, shown.id === shown.event.id, others.length], ['estimate.signed', true, 0]);
  const { docs } = (await service.ask('/v2/event-types?language=fr')).json;
  for (const { key, operation } of Object.values(zapierApp.triggers)) {
    const { event } = operation.sample as { event?: { type: string; label: string } };
    if (!event) continue;
    const { sample, label } = docs.find(({ id }: { id: string }) => id === event.type);
    assert.deepEqual(membersOf(operation.sample), ['id', ...membersOf(sample)].sort(), key);
    assert.equal(event.label, label);
    for (const field of operation.outputFields ?? []) {
      assert.ok(membersOf(operation.sample).includes(field.key.replaceAll('__', '.')), `${key}: ${field.key}`);
    }
  }
});

/** The paths of all leaf values. */
function membersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap(membersOf);
  if (value === null || typeof value !== 'object') return [''];
  return Object.entries(value)
    .flatMap(([name, inner]) => membersOf(inner).map((path) => (path ? `${name}.${path}` : name)))
    .sort();
}

test('a contact, an invoice with edited lines, its number and a partial credit note', async () => {
  const contact = await newContact();
  assert.deepEqual([contact.emails, contact.billingAddress.city], [['lea@example.com'], 'Lyon']);
  const draft = await zapier.create('invoice', { customerId: contact.id, title: 'Audit de mars', lines: [LINE] });
  assert.deepEqual([draft.title, draft.total.amountWithTaxAfterDiscount], ['Audit de mars', 144_000]);
  const lines = [{ ...LINE, quantity: '3', vatCode: '', quantityUnit: '' }, {}].map((line) => ({ ...line }));
  const changed = await zapier.create('lines', {
    documentId: draft.id,
    lines: [{ ...lines[0], vatCode: 'FR_1000' }, lines[1]],
  });
  assert.deepEqual([changed.lines.length, changed.total.amountWithTaxAfterDiscount], [1, 198_000]);
  const invoice = await zapier.create('finalize', { documentId: draft.id });
  assert.match(invoice.number, /^F-\d{4}-0001$/);

  const creditNote = await zapier.create('credit_note', { invoiceId: draft.id });
  await zapier.create('lines', {
    documentId: creditNote.id,
    lines: [{ ...LINE, quantity: '1', vatCode: 'FR_1000' }],
  });
  const credited = await zapier.create('finalize', { documentId: creditNote.id });
  assert.match(credited.number, /^AV-\d{4}-0001$/);
  assert.equal(credited.total.amountWithTaxAfterDiscount, 66_000);

  const byNumber = await zapier.search('document', { search: invoice.number });
  assert.deepEqual(
    byNumber.map(({ id }) => id),
    [draft.id],
  );
  assert.equal((await zapier.search('document', { documentId: draft.id }))[0]?.['number'], invoice.number);
  assert.deepEqual(await zapier.search('document', { documentId: randomUUID() }), []);
  assert.deepEqual(await zapier.search('document', {}), []);
});

test('a step limited to once per event runs once for that event and again for another', async () => {
  const { id: customerId } = await newContact();
  const made = async (idempotencyKey: string): Promise<string> =>
    (await zapier.create('invoice', { customerId, lines: [LINE], idempotencyKey })).id;
  const first = await made('événement 1');
  assert.equal(await made('événement 1'), first);
  assert.notEqual(await made('événement 2'), first);
  // Without an idempotency key, each run creates another, as usual in Zapier.
  assert.notEqual(await made(''), await made(''));
});

test('products and customers are found by part of their name, ignoring accents', async () => {
  const product = { type: 'SERVICE_DELIVERY', unit: 'DAY', unitPrice: 45_000, vatCode: 'FR_1000' };
  for (const designation of ['Développement web', 'Hébergement']) {
    await service.ask('/v2/catalog/product', { body: { ...product, designation } });
  }
  const found = await zapier.search('product', { search: 'developpement' });
  assert.deepEqual(
    found.map(({ designation, unitPrice }) => [designation, unitPrice]),
    [['Développement web', 45_000]],
  );
  const { id } = await newContact('Zébulon');
  const { json: organization } = await service.ask('/organization', { body: { name: 'Zébulon SARL' } });
  assert.deepEqual(await zapier.search('customer', { search: 'zebulon' }), [
    { id: organization.id, name: 'Zébulon SARL', kind: 'organization' },
    { id, name: 'Léa Zébulon', kind: 'contact' },
  ]);
  const offered = (await zapier.offered('customer_name.id.name')) as { id: string }[];
  assert.ok(offered.some((each) => each.id === id));
  const { total } = await zapier.create('invoice', {
    customerId: id,
    lines: [{ productId: found[0]?.['id'], quantity: '2' }],
  });
  assert.equal(total.amountWithTaxAfterDiscount, 99_000);
});

test('a refusal shows the service’s message, its fields, its code and the request ID', async () => {
  const support = (code: string): RegExp => new RegExp(`\\n\\(${code}, [0-9a-f-]{36}\\)$`);
  const { id: customerId } = await newContact();
  const unread = zapier.create('invoice', { customerId, lines: [{ ...LINE, quantityUnit: 'fortnight' }] });
  await assert.rejects(unread, says(/lines\.0\.quantityUnit\u00a0: /, support('request.invalid')));
  const wrong = { ...LINE, quantity: 'two', unitPrice: '-1' };
  const twice = zapier.create('invoice', { customerId, lines: [wrong, wrong] });
  await assert.rejects(twice, says(/^lines\.0\..+lines\.0\..+lines\.1\..+\nlines\.1\./, support('request.invalid')));
  const { id: documentId } = await zapier.create('invoice', { customerId });
  await assert.rejects(zapier.create('finalize', { documentId }), says(/ligne/, support('billing.not_finalizable')));
  const gone = zapier.create('credit_note', { invoiceId: randomUUID() });
  await assert.rejects(gone, says(support('invoice.not_found')));

  const reader = await platform({ apiKey: await keyWith(['account:read', 'events:read']), language: 'en' });
  const zap = reader.zap('project_created');
  await assert.rejects(zap.switchOn(), says(/events:write/, support('auth.scope_missing')));
  await reader.close();
});
