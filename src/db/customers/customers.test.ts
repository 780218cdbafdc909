import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { insertDocument } from '../../../test/support/database/insert-document.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { createContact, createOrganization, deleteContact, listContacts } from '../../api/customers/customers.ts';
import { createOrganizationContact } from '../../api/customers/organization-contacts.ts';
import { inTransaction, sql } from '../transaction.ts';
import { findForDocument } from './customers.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const zoe = { firstname: 'Zoé', lastname: 'Martin' };
const find = (id: string) =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: true,
    answer: await findForDocument(tx, id),
  }));

test('a document for an organization goes to its default contact, if it has one', async () => {
  const { id } = (await service.call(createOrganization, { body: { name: 'Fournil' } })).json;
  const without = await find(id);
  assert.deepEqual([without?.party.id, without?.party.kind], [id, 'organization']);

  const body = { ...zoe, defaultContact: true };
  const contact = (await service.call(createOrganizationContact, { path: { id }, body })).json;
  const chosen = await find(id);
  assert.deepEqual([chosen?.party.id, chosen?.party.isDefault], [contact.id, true]);
  assert.equal(chosen?.party.organization?.name, 'Fournil');
  assert.deepEqual(await find(contact.id), chosen);
});

test('an unknown customer is not found', async () => {
  assert.equal(await find('01890a5d-ac96-774b-bcce-b302099a8057'), undefined);
});

test('a customer is not deleted while a document is being created for them', async () => {
  const { id } = (await service.call(createContact, { body: zoe })).json;
  const deletion = await inTransaction(service.services.pool, service.live, async (tx) => {
    await findForDocument(tx, id);
    const asked = service.call(deleteContact, { path: { id } });
    const first = await Promise.race([asked.then(() => 'deleted'), wait(150, 'waiting')]);
    assert.equal(first, 'waiting');
    return { commit: true, answer: { asked } };
  });
  assert.equal((await deletion.asked).refused, undefined);

  const busy = (await service.call(createContact, { body: zoe })).json;
  const [made, refusal] = await Promise.all([
    insertDocument(service, { customerId: busy.id }).then(
      () => true,
      () => false,
    ),
    service.call(deleteContact, { path: { id: busy.id } }),
  ]);
  assert.equal(refusal.refused, made ? 'customer_has_documents' : undefined);
});

test('the same request with its idempotency key creates no second contact', async () => {
  const said = { body: { ...zoe, lastname: 'Unique' }, idempotencyKey: 'contact-1' };
  const [first, second] = [await service.call(createContact, said), await service.call(createContact, said)];
  assert.equal(first.refused, undefined);
  assert.deepEqual(second.json, first.json);
  assert.equal((await service.call(listContacts, { query: { search: 'unique' } })).json.totalDocs, 1);
});

const ORGANIZATION_WRITE = sql`update billing.customer set content = $3 where account_id = $1 and id = $2`;
const ACCOUNT_WRITE = sql`
  update billing.account set settings = (settings::jsonb || $2::jsonb)::text where account_id = $1`;

test('the database takes the electronic addresses of the SIREN 732829320 only, of customers and of the company', async () => {
  const { id } = (await service.call(createOrganization, { body: { name: 'Fournil' } })).json;
  const write = (statement: typeof ACCOUNT_WRITE, values: readonly unknown[]) =>
    inTransaction(service.services.pool, service.live, async (tx) => {
      await tx.read(statement, [tx.accountId, ...values]);
      return { commit: false, answer: true };
    });
  const party = (electronicAddress: string) => ({
    name: 'Fournil',
    siret: '73282932000074',
    emails: [],
    electronicAddress,
  });
  const ofCustomer = (address: string) => write(ORGANIZATION_WRITE, [id, JSON.stringify(party(address))]);
  const ofCompany = (address: string) => write(ACCOUNT_WRITE, [JSON.stringify({ emitter: party(address) })]);
  for (const changed of [ofCustomer, ofCompany]) {
    for (const own of ['732829320', '732829320_73282932000074', '732829320_COMPTA', `732829320_${'x'.repeat(115)}`])
      assert.equal(await changed(own), true, own);
    for (const other of ['552081317', '732829320_55208131766522', '732829320_', `732829320_${'x'.repeat(116)}`])
      await assert.rejects(changed(other), /own_electronic_address/, other);
  }
});
