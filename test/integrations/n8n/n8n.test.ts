import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, test } from 'vitest';
import { deliverEvent } from '../../../src/jobs/events/deliver-webhook.ts';
import { startQueueWorker } from '../../../src/queue/worker.ts';
import { until } from '../../support/runner/wait-until.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';
import { readmeScopes } from '../readme-scopes.ts';
import { n8nSimulator, type Values } from './n8n-simulator.ts';
import { type Credential, type Node, n8nNodes, testedVariant } from './nodes.ts';

// The n8n community package against the real service over HTTPS. n8n itself is too large to install
// for a test (`npm run integrations` can do so), so a simulator calls the nodes through n8n's
// interfaces.

/** The key has exactly the scopes the guides ask for. */
const SCOPES = readmeScopes('n8n');

/** The labels of the API, including its misspellings. */
const SIX = ['Projet créé', 'Projet modifié', 'Projet supprimé', 'Tâche créée', 'Tâche modifié', 'Tache supprimée'];

const ADDRESS = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' };
const LINE = { designation: 'Audit', quantity: 2, quantityUnit: 'day', unitPrice: '60000', vatCode: 'FR_2000' };

let service: ServiceOverHttps;
let worker: ReturnType<typeof startQueueWorker>;
let nodes: { action: Node; trigger: Node; credential: Credential };
let n8n: Awaited<ReturnType<typeof n8nSimulator>>;

beforeAll(async () => {
  service = await serviceOverHttps();
  // The trigger compares signatures with the machine's clock.
  service.clock.now = Math.floor(Date.now() / 1000);
  const quiet = pino({ level: 'silent' });
  worker = startQueueWorker(service.services, quiet, {
    connection: service.database.serving,
    jobs: [deliverEvent(service.services.environment)],
    pollMs: 20,
  });
  nodes = await n8nNodes();
  n8n = await platform({ apiKey: await keyWith(SCOPES) });
});

afterAll(async () => {
  await worker.stop();
  await n8n.close();
  await service.close();
});

const platform = (values: Values) =>
  n8nSimulator({
    server: { port: service.port(), ca: service.certificate.cert },
    credential: nodes.credential,
    values: { serverUrl: `https://127.0.0.1:${service.port()}/`, ...values },
  });

async function keyWith(scopes: readonly string[]): Promise<string> {
  return (await service.call('create-api-key', { body: { name: 'n8n', scopes: [...scopes], test: false } })).json.key;
}

const run = async (resource: string, operation: string, values: Values = {}) =>
  (await n8n.run(nodes.action, { resource, operation, ...values })).map(({ json }) => json);

const newContact = async (lastname = 'Moreau') => {
  const additionalFields = { emails: 'lea@example.com, compta@example.com', billingAddress: { address: ADDRESS } };
  return (await run('contact', 'create', { lastname, firstname: 'Léa', additionalFields }))[0];
};

const newInvoice = async (customerId: string) =>
  (
    await run('invoice', 'create', { customerId: byId(customerId), title: 'Audit de mars', lines: { line: [LINE] } })
  )[0];

const byId = (value: string) => ({ mode: 'id', value });

test(`the tests run ${testedVariant}`, () => {
  console.log(`n8n: ${testedVariant}`);
  assert.deepEqual(
    [nodes.action, nodes.trigger].map(({ description }) => description.name),
    ['facturier', 'facturierTrigger'],
  );
});

test('a credential is verified by reading the company behind its key; a wrong key is refused', async () => {
  assert.equal(await n8n.testCredential(), 200);
  const wrong = await platform({ apiKey: 'fk_live_wrong' });
  assert.equal(await wrong.testCredential(), 401);
  await wrong.close();
});

test('the trigger lists the service’s events: “all” first, then the six main ones, in French and English', async () => {
  const listed = await n8n.options(nodes.trigger, 'getEventTypesAndAll');
  assert.deepEqual(
    listed.slice(1, 7).map(({ name }) => name),
    SIX,
  );
  assert.deepEqual([listed[0]?.value, listed[1]?.value], ['*', 'project.created']);
  const english = await platform({ apiKey: await keyWith(SCOPES), language: 'en' });
  assert.equal((await english.options(nodes.trigger, 'getEventTypesAndAll'))[1]?.name, 'Project created');
  await english.close();
});

test('once active, a new project starts the workflow at once, with a verified signature; inactive, no event arrives', async () => {
  const workflow = n8n.workflow(nodes.trigger, { events: ['project.created', 'task.created'] });
  assert.equal(await workflow.exists(), false);
  await workflow.activate();
  assert.equal(await workflow.exists(), true);
  const [made, ...others] = (await service.ask(`/v2/webhooks?url=${encodeURIComponent(workflow.url)}`)).json.docs;
  assert.deepEqual(
    [others.length, made.events, made.source, made.id],
    [0, ['project.created', 'task.created'], 'n8n', workflow.kept['webhookId']],
  );

  const { id: customerId } = await newContact();
  const [column] = await n8n.options(nodes.action, 'getColumns');
  const more = { additionalFields: { dueDate: '2027-06-30' } };
  const values = { name: 'Refonte du site', customerId: byId(customerId), categoryId: column?.value, amount: 450_000 };
  const [project] = await run('project', 'create', { ...values, ...more });
  await until('the event of the project', () => workflow.received.length === 1);
  const [{ run: started, status }] = workflow.received as [(typeof workflow.received)[0]];
  assert.equal(status, 200);
  const told = started?.[0]?.json;
  assert.deepEqual(Object.keys(told).sort(), ['client', 'customerCompany', 'event', 'location', 'project']);
  assert.deepEqual(
    [told.event.type, told.project.id, told.project.amount, told.project.dueDate, told.location.city],
    ['project.created', project.id, '450000', '2027-06-30', 'Lyon'],
  );

  const fields = { opportunityId: project.id, priority: 'urgent', description: 'Accueil' };
  const [task] = await run('task', 'create', { name: 'Maquette', additionalFields: fields });
  await until('the event of the task', () => workflow.received.length === 2);
  assert.equal(workflow.received[1]?.run?.[0]?.json.task.id, task.id);

  const witness = n8n.workflow(nodes.trigger, { events: ['project.created'] });
  await witness.activate();
  await workflow.deactivate();
  assert.deepEqual(workflow.kept, {});
  assert.equal((await service.ask(`/v2/webhooks/${made.id}`)).status, 404);
  await run('project', 'create', values);
  await until('the event of the second project', () => witness.received.length === 1);
  assert.equal(workflow.received.length, 2);
  await witness.deactivate();
  await witness.deactivate();
});

test('a workflow reactivated with other events receives only those; one that lost its secret gets a new one', async () => {
  const parameters: Values = { events: ['project.created'] };
  const workflow = n8n.workflow(nodes.trigger, parameters);
  await workflow.activate();
  const first = { ...workflow.kept };
  parameters['events'] = ['contact.created'];
  assert.equal(await workflow.exists(), false);
  await workflow.activate();
  assert.equal((await service.ask(`/v2/webhooks/${String(first['webhookId'])}`)).status, 404);

  const { webhookId, secret } = workflow.kept;
  delete workflow.kept['secret'];
  await workflow.activate();
  assert.equal(workflow.kept['webhookId'], webhookId);
  assert.notEqual(workflow.kept['secret'], secret);
  const contact = await newContact('Durand');
  await until('the contact', () => workflow.received.length === 1);
  assert.equal(workflow.received[0]?.run?.[0]?.json.contact.id, contact.id);
  await workflow.deactivate();
});

test('a trigger on “all events” receives every event', async () => {
  const workflow = n8n.workflow(nodes.trigger, { events: ['project.created', '*'] });
  await workflow.activate();
  const { id } = await newContact('Tout');
  await until('the contact', () => workflow.received.length === 1);
  assert.equal(workflow.received[0]?.run?.[0]?.json.contact.id, id);
  await workflow.deactivate();
});

test('a webhook test event is acknowledged and starts nothing', async () => {
  const workflow = n8n.workflow(nodes.trigger, { events: ['invoice.paid'] });
  await workflow.activate();
  await service.ask(`/v2/webhooks/${String(workflow.kept['webhookId'])}/test`, { method: 'POST' });
  await until('the try', () => workflow.received.length === 1);
  assert.deepEqual([workflow.received[0]?.status, workflow.received[0]?.run], [200, undefined]);
  await workflow.deactivate();
});

test('forged, altered, old or unsigned deliveries get 401 and start nothing; correctly signed ones are accepted', async () => {
  const workflow = n8n.workflow(nodes.trigger, { events: ['invoice.paid'] });
  await workflow.activate();
  const body = JSON.stringify({ event: { id: randomUUID(), type: 'invoice.paid' }, billing: { id: randomUUID() } });
  const now = Math.floor(Date.now() / 1000);
  const signedBy = (secret: string, at: number, said = body) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(at * 1000), said),
  });
  const own = String(workflow.kept['secret']);
  const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const post = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(workflow.url, { method: 'POST', headers, body })).status;

  for (const forged of [
    {},
    signedBy(stranger, now),
    signedBy(own, now, `${body} `),
    signedBy(own, now - 301),
    signedBy(own, now + 330),
    { ...signedBy(own, now), 'webhook-id': 'msg_2' },
    { ...signedBy(own, now), 'webhook-signature': 'v1,' },
  ]) {
    assert.equal(await post(forged), 401);
  }
  assert.equal(await post(signedBy(own, now)), 200);
  const both = `${signedBy(stranger, now)['webhook-signature']} ${signedBy(own, now)['webhook-signature']}`;
  assert.equal(await post({ ...signedBy(own, now), 'webhook-signature': both }), 200);
  assert.equal(workflow.received.filter((each) => each.run).length, 2);
  await workflow.deactivate();
});

test('a contact, an invoice with edited lines, its number and a partial credit note', async () => {
  const contact = await newContact();
  assert.deepEqual([contact.emails, contact.billingAddress.city], [['lea@example.com', 'compta@example.com'], 'Lyon']);
  assert.equal((await run('contact', 'get', { contactId: contact.id }))[0].lastname, 'Moreau');

  const draft = await newInvoice(contact.id);
  assert.deepEqual([draft.title, draft.total.amountWithTaxAfterDiscount], ['Audit de mars', 144_000]);
  const linesJson = JSON.stringify([{ designation: 'Audit', quantity: 3, unitPrice: 60_000, vatCode: 'FR_2000' }]);
  const json = { documentId: draft.id, specifyLines: 'json', linesJson };
  const [changed] = await run('invoice', 'updateLines', json);
  assert.equal(changed.total.amountWithTaxAfterDiscount, 216_000);
  const [invoice] = await run('invoice', 'finalize', { documentId: draft.id });
  assert.match(invoice.number, /^F-\d{4}-0001$/);
  assert.equal((await run('invoice', 'get', { documentId: draft.id }))[0].number, invoice.number);

  const [creditNote] = await run('creditNote', 'create', { invoiceId: draft.id });
  assert.equal(creditNote.total.amountWithTaxAfterDiscount, 216_000);
  await run('creditNote', 'updateLines', { documentId: creditNote.id, lines: { line: [{ ...LINE, quantity: 1 }] } });
  const [credited] = await run('creditNote', 'finalize', { documentId: creditNote.id });
  assert.match(credited.number, /^AV-\d{4}-0001$/);
  assert.equal(
    (await run('creditNote', 'get', { documentId: creditNote.id }))[0].total.amountWithTaxAfterDiscount,
    72_000,
  );
});

test('products are found by part of their name, one item each, and fill a line that only names them', async () => {
  const product = { type: 'SERVICE_DELIVERY', unit: 'DAY', unitPrice: 45_000, vatCode: 'FR_1000' };
  for (const designation of ['Développement web', 'Développement mobile', 'Hébergement']) {
    await service.ask('/v2/catalog/product', { body: { ...product, designation } });
  }
  const found = await run('product', 'search', { search: 'developpement' });
  assert.deepEqual(found.map(({ designation }) => designation).sort(), ['Développement mobile', 'Développement web']);
  assert.equal((await run('product', 'search', { search: 'developpement', limit: 1 })).length, 1);
  const { id } = await newContact();
  const line = [{ productId: found[0].id, quantity: 2, vatCode: '', unitPrice: '' }];
  const [invoice] = await run('invoice', 'create', { customerId: byId(id), lines: { line } });
  assert.equal(invoice.total.amountWithTaxAfterDiscount, 99_000);
});

test('customers are listed by name, contacts and organizations alike', async () => {
  const { id } = await newContact('Zébulon');
  const organization = (await service.ask('/organization', { body: { name: 'Zébulon SARL' } })).json;
  const { results } = await n8n.found(nodes.action, 'searchCustomers', 'zebulon');
  assert.deepEqual(results, [
    { name: 'Zébulon SARL', value: organization.id },
    { name: 'Léa Zébulon', value: id },
  ]);
});

test('events are listed newest first, with the bodies of their webhooks', async () => {
  const { id } = await newContact('Dernier');
  const asked = { eventTypes: ['contact.created', 'contact.deleted'], limit: 2 };
  await until('the event', async () => (await run('event', 'getAll', asked))[0]?.contact.id === id);
  assert.equal((await run('event', 'getAll', asked)).length, 2);
});

test('a node retried within one execution creates one invoice; a new execution creates another', async () => {
  const { id } = await newContact();
  const values = { resource: 'invoice', operation: 'create', customerId: byId(id), lines: { line: [LINE] } };
  const made = async (execution: string) => (await n8n.run(nodes.action, values, { execution }))[0]?.json.id;
  const first = await made('1');
  assert.equal(await made('1'), first);
  assert.notEqual(await made('2'), first);
  const two = await n8n.run(nodes.action, values, { items: [{ json: {} }, { json: {} }] });
  assert.equal(new Set(two.map(({ json }) => json.id)).size, 2);
  assert.deepEqual(
    two.map(({ pairedItem }) => pairedItem?.item),
    [0, 1],
  );
});

/** The error members that n8n shows. */
type Shown = Error & { description?: string; httpCode?: string; context: { itemIndex?: number } };
const shows =
  (httpCode: string, said: RegExp, described: RegExp) =>
  (error: Shown): boolean => {
    assert.equal(error.httpCode, httpCode);
    assert.match(error.message, said);
    assert.match(error.description ?? '', described);
    assert.equal(error.context.itemIndex, 0);
    return true;
  };

test('a refusal shows the service’s message, its fields, its code and the request ID', async () => {
  const gone = run('invoice', 'get', { documentId: '01890a5d-ac96-774b-bcce-b302099a8057' });
  await assert.rejects(gone, shows('404', /n'existe pas|introuvable/i, /\(billing\.not_found, [0-9a-f-]{36}\)/));

  const { id } = await newContact();
  const lines = { line: [{ ...LINE, quantityUnit: 'fortnight' }] };
  const unread = run('invoice', 'create', { customerId: byId(id), lines });
  await assert.rejects(unread, shows('400', /lines\.0\.quantityUnit\u00a0: /, /^\(request\.invalid, /));

  const wrong = { designation: 'Audit', quantity: 'two', unitPrice: -1, vatCode: 'FR_2000' };
  const linesJson = JSON.stringify([wrong, wrong]);
  const twice = run('invoice', 'create', { customerId: byId(id), specifyLines: 'json', linesJson });
  await assert.rejects(twice, shows('400', /lines\.0\..+lines\.0\..+lines\.1\./, /^lines\.1\..+\n\(request/));

  const empty = await run('invoice', 'create', { customerId: byId(id) });
  const unmet = run('invoice', 'finalize', { documentId: empty[0].id });
  await assert.rejects(unmet, shows('422', /ligne/, /^\(billing\.not_finalizable, /));

  const english = await platform({ apiKey: await keyWith(['billing:read']), language: 'en' });
  const forbidden = english.run(nodes.action, { resource: 'contact', operation: 'create', lastname: 'A' });
  await assert.rejects(forbidden, shows('403', /customers:write/, /\(auth\.scope_missing, /));
  await english.close();
});

test('a node that continues on error returns one item’s refusal next to the results of the others', async () => {
  const { id } = await newContact();
  const invoice = await newInvoice(id);
  const parametersOf = (item: number): Values => ({
    ...{ resource: 'invoice', operation: 'get' },
    documentId: item === 0 ? 'none' : invoice.id,
  });
  const items = [{ json: {} }, { json: {} }];
  const [failed, read] = await n8n.run(nodes.action, {}, { items, keepGoing: true, parametersOf });
  assert.equal(typeof failed?.json.error, 'string');
  assert.equal(read?.json.id, invoice.id);
});

test('a wrong key, an unreachable server and an invalid line list show an error and activate no trigger', async () => {
  const wrong = await platform({ apiKey: 'fk_live_wrong' });
  const asked = wrong.run(nodes.action, { resource: 'product', operation: 'search' });
  await assert.rejects(asked, shows('401', /./, /\(auth\.\w+, /));
  const workflow = wrong.workflow(nodes.trigger, { events: ['invoice.paid'] });
  await assert.rejects(workflow.activate(), { httpCode: '401' });
  assert.deepEqual(workflow.kept, {});
  await wrong.close();

  const nobody = await n8nSimulator({
    server: { port: 1, ca: service.certificate.cert },
    credential: nodes.credential,
    values: { serverUrl: 'https://127.0.0.1:1', apiKey: 'fk_live_never_sent' },
  });
  await assert.rejects(nobody.run(nodes.action, { resource: 'product', operation: 'search' }), { name: /Error/ });
  await nobody.close();

  for (const linesJson of ['{}', 'lines']) {
    const unread = run('invoice', 'updateLines', { documentId: 'x', specifyLines: 'json', linesJson });
    await assert.rejects(unread, /Lines \(JSON\)/);
  }
});
