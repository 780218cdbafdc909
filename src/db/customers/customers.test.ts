import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { insertDocument } from '../../../test/support/database/insert-document.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { createContact, createOrganization, deleteContact, listContacts } from '../../api/customers/customers.ts';
import { createOrganizationContact } from '../../api/customers/organization-contacts.ts';
import { inTransaction } from '../transaction.ts';
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
