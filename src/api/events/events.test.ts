import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, test } from 'vitest';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { DocumentEventJson } from '../../schemas/billing/document/document-event.ts';
import {
  ContactEventJson,
  OrganizationEventJson,
  ProductEventJson,
  shapeOf,
} from '../../schemas/events/event-description.ts';
import { eventTypes } from '../../schemas/events/event-type.ts';
import type { Caller } from '../../services/caller.ts';
import { listEvents, listEventTypes } from './events.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

type Told = {
  event: { id: string; type: string; label: string; occurredAt: string };
  billing: Record<string, unknown>;
  contact?: { id: string };
};
const read = async (
  caller: Caller,
  query: object = {},
): Promise<{ docs: Told[]; hasMore: boolean; next: string | null }> =>
  (await service.call(listEvents, { caller, query: { limit: 100, ...query } })).json;

const typesOf = (docs: readonly Told[]): string[] => docs.map(({ event }) => event.type);

/** An account that can finalize, with a way to call operations. */
async function account(name: string) {
  const { live, test } = await service.newAccount(name);
  const ask = async (operation: string, path: object, body: object = {}) => {
    const answer = await service.call(operation, { caller: live, path: { ...path }, body });
    assert.equal(answer.refused, undefined, operation);
    return answer.json;
  };
  await ask('update-company', {}, COMPANY);
  return { live, test, ask };
}
const address = { address: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' };
const lines = [{ designation: 'Pain', quantity: 10, unitPrice: 100, vatCode: 'FR_550' }];

test('a year of documents is published step by step, in the order of the changes', async () => {
  const { live, ask } = await account('Boulangerie');
  const { id: customerId } = await ask(
    'create-contact',
    {},
    { firstname: 'Zoé', lastname: 'Martin', billingAddress: address },
  );
  const estimate = await ask('create-estimate', { id: customerId }, { lines });
  await ask('finalize-billing', { id: estimate.id });
  await ask('sign-estimate', { id: estimate.id });
  const invoice = await ask('create-final-invoice', { id: estimate.id });
  await ask('finalize-billing', { id: invoice.id });
  const { total } = await ask('get-invoice', { id: invoice.id });
  const payments = [{ amount: total.remainingReconciliateAmount, receivedAt: service.clock.now, method: 'transfer' }];
  await ask('mark-paid', { id: invoice.id }, { payments });
  await ask('mark-unpaid', { id: invoice.id });
  await ask('cancel-invoice', { id: invoice.id }, { wantArchiveAfterCancellation: true });
  const draft = await ask('create-invoice', { id: customerId }, { lines });
  await ask('delete-billing', { id: draft.id });

  const { docs } = await read(live);
  assert.deepEqual(typesOf(docs), [
    'contact.created',
    'estimate.created',
    'estimate.finalized',
    'estimate.signed',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.unpaid',
    'asset.created',
    'asset.finalized',
    'invoice.canceled',
    'invoice.archived',
    'invoice.created',
    'invoice.deleted',
  ]);
  for (const doc of docs.slice(1)) assert.deepEqual(DocumentEventJson.safeParse(doc).error, undefined, doc.event.type);
  const paid = docs.find(({ event }) => event.type === 'invoice.paid') as Told;
  assert.equal(paid.event.label, 'Facture payée');
  assert.equal(paid.event.occurredAt, '2026-03-02T09:00:00.000Z');
  assert.deepEqual(
    [paid.billing.number, paid.billing.state, paid.billing.amountWithTax, paid.billing.remainingAmountWithTax],
    ['F-2026-0001', 'paid', 1055, 0],
  );
});

test('reading the feed after the last known event skips none', async () => {
  const { live, ask } = await account('Flux');
  const made: string[] = [];
  for (let n = 0; n < 7; n++) made.push((await ask('create-contact', {}, { firstname: '', lastname: `C${n}` })).id);
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await read(live, { limit: 3, ...(after && { after }) });
    seen.push(...page.docs.map((doc) => doc.contact?.id ?? ''));
    after = page.next ?? undefined;
    if (!page.hasMore) break;
  }
  assert.deepEqual(seen, made);
  const [latest] = (await read(live, { orderDirection: 'DESC', limit: 1 })).docs;
  assert.equal(latest?.contact?.id, made.at(-1));
  assert.deepEqual((await read(live, { type: 'product.created' })).docs, []);
});

test('a long open transaction, of another account or of none, does not delay the feed', async () => {
  const { live, ask } = await account('Ordre');
  const slow = await service.owner.connect();
  await slow.query('begin');
  await slow.query('select pg_current_xact_id()');
  await ask('create-contact', {}, { firstname: '', lastname: 'Après' });
  assert.equal((await read(live)).docs.length, 1);
  await slow.query('rollback');
  slow.release();
});

test('a refused operation publishes no event', async () => {
  const { live, ask } = await account('Refus');
  const { id } = await ask('create-contact', {}, { firstname: '', lastname: 'Avant' });
  const invoice = await ask('create-invoice', { id });
  const answer = await service.call('finalize-billing', { caller: live, path: { id: invoice.id } });
  assert.equal(answer.refused, 'not_finalizable');
  const { docs } = await read(live);
  assert.deepEqual(typesOf(docs), ['contact.created', 'invoice.created']);
});

test('customer and product events contain the whole object, one per change, and match their schema', async () => {
  const { live, ask } = await account('Fichier');
  const person = { firstname: 'Ada', lastname: 'Lovelace' };
  const contact = await ask('create-contact', {}, person);
  await ask('update-contact', { id: contact.id }, { ...person, phone: '06' });
  await ask('archive-contact', { id: contact.id });
  await ask('unarchive-contact', { id: contact.id });
  await ask('delete-contact', { id: contact.id });
  const organization = await ask('create-organization', {}, { name: 'Analytique SARL' });
  const member = await ask('create-organization-contact', { id: organization.id }, person);
  await ask('set-default-contact', { id: organization.id }, { defaultContactId: member.id });
  const product = { designation: 'Calcul', type: 'SERVICE_DELIVERY', unit: 'HOUR', vatCode: 'FR_2000' };
  const { id: productId } = await ask('create-product', {}, product);
  await ask('update-product', { productId }, { ...product, unitPrice: 9000 });
  await ask('delete-product', { productId });

  const { docs } = await read(live);
  assert.deepEqual(typesOf(docs), [
    'contact.created',
    'contact.updated',
    'contact.archived',
    'contact.updated',
    'contact.deleted',
    'organization.created',
    'contact.created',
    'organization.updated',
    'product.created',
    'product.updated',
    'product.deleted',
  ]);
  for (const doc of docs) {
    const schema = schemas[doc.event.type.split('.')[0] as keyof typeof schemas];
    assert.deepEqual(schema.safeParse(doc).error, undefined, doc.event.type);
  }
});
const SECRET = /^(token|secret|password|passphrase|apiKey|privateKey|portal.*|magicLink)$/;
const namesIn = (schema: object): string[] => {
  const { properties = {}, ...rest } = schema as { properties?: Record<string, object> };
  const inside = [...Object.values(properties), ...Object.values(rest).filter((part) => typeof part === 'object')];
  return [...Object.keys(properties), ...inside.flatMap((part) => namesIn(part ?? {}))];
};

test('no event contains a member named like a secret', async () => {
  const { docs } = (await service.call(listEventTypes)).json;
  for (const { id, schema } of docs)
    assert.deepEqual(
      namesIn(schema).filter((name) => SECRET.test(name)),
      [],
      id,
    );
  const names = docs.flatMap(({ schema }: { schema: object }) => namesIn(schema));
  assert.ok(names.includes('customer') && names.includes('emails'), 'control: nested members are checked');
  const bad = { properties: { customer: { anyOf: [{ properties: { token: {} } }] } } };
  assert.deepEqual(
    namesIn(bad).filter((name) => SECRET.test(name)),
    ['token'],
  );
});

const schemas = { contact: ContactEventJson, organization: OrganizationEventJson, product: ProductEventJson };

test('list-event-types includes the six of projects and tasks, each with a label and a valid sample', async () => {
  const { docs } = (await service.call(listEventTypes, { query: { language: 'fr' } })).json;
  assert.deepEqual(
    docs.slice(0, 6).map(({ id, label }: { id: string; label: string }) => [id, label]),
    [
      ['project.created', 'Projet créé'],
      ['project.updated', 'Projet modifié'],
      ['project.deleted', 'Projet supprimé'],
      ['task.created', 'Tâche créée'],
      ['task.updated', 'Tâche modifié'],
      ['task.deleted', 'Tache supprimée'],
    ],
  );
  const known = docs.map(({ id }: { id: string }) => id);
  assert.deepEqual(known, [...eventTypes]);
  assert.equal(known.includes('asset.finalized') && known.includes('invoice.unpaid'), true);
  const ajv = new Ajv2020({ strict: false, formats: { uri: true }, code: { optimize: false } });
  for (const { id, schema, sample } of docs) {
    assert.equal(sample.event.type, id);
    assert.deepEqual(shapeOf(id).schema.safeParse(sample).error, undefined, id);
    assert.equal(ajv.validate(schema, sample), true, `${id}: ${ajv.errorsText()}`);
    assert.equal(ajv.validate(schema, { ...sample, event: undefined }), false, id);
  }
  const query = { language: 'en', type: 'task.deleted' };
  const [only, ...others] = (await service.call(listEventTypes, { query })).json.docs;
  assert.deepEqual([only.id, only.label, others.length], ['task.deleted', 'Task deleted', 0]);
});

test('event_not_found: an unknown or malformed id, another account, the other mode', async () => {
  const { live, test: testing, ask } = await account('Inconnu');
  await ask('create-contact', {}, { firstname: '', lastname: 'Un' });
  const [{ event }] = (await read(live)).docs as [Told];
  const stranger = (await service.newAccount('Étranger')).live;
  for (const [caller, after] of [
    [live, '01890a5d-ac96-774b-bcce-b302099a8057'],
    [live, 'x'],
    [stranger, event.id],
    [testing, event.id],
  ] as const) {
    assert.equal((await service.call(listEvents, { caller, query: { after } })).refused, 'event_not_found');
  }
});
