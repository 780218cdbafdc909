import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { freelancer } from '../support/documents/freelancer-account.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// Members clients of the published interface use.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

test('the customer of a project shows payment methods, agency registration and archive date', async () => {
  const { books, live, customerId, project } = await freelancer(service, 'Zoé');
  const { id } = await project();
  const read = async () => (await books.done('get-project-by-id', id)).customer;
  const before = await read();
  assert.equal(before.tiersPrestationIsActivated, false);
  for (const member of ['paymentMethods', 'tiersPrestation', 'archivedAt']) assert.ok(!(member in before), member);

  await books.done('update-contact', customerId, { preferences: { paymentMethods: ['cheque', 'cash'] } });
  const registered = sql`
    insert into billing.agency_customer (account_id, customer_id, test, agency_id, locked_born_on, state, registered_at)
    values ($1, $2, false, '11000000000104', 'x', 'active', $3)`;
  await inTransaction(service.owner, { accountId: live.accountId, test: false }, async (tx) => {
    tx.write(registered, [live.accountId, customerId, service.clock.now]);
    return { commit: true, answer: undefined };
  });
  await books.done('archive-contact', customerId);
  const after = await read();
  assert.deepEqual(after, {
    ...before,
    paymentMethods: ['cheque', 'cash'],
    tiersPrestationIsActivated: true,
    tiersPrestation: { idClient: '11000000000104', registeredAt: service.clock.now, status: 'synced' },
    archivedAt: service.clock.now,
  });
  const { docs } = (await service.call('get-projects', { caller: service.live, query: {} })).json;
  assert.deepEqual(docs, [], 'another account');
});

test('the test mode payment account belongs to a known provider', async () => {
  const account = await booksOf(service, service.test).done('get-payment-account');
  assert.deepEqual([account.provider, account.externalId, account.status], ['stripe_connect', 'stand_in', 'enabled']);
});
