import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { waitingForLocks } from '../../support/database/waiting-for-locks.ts';
import { booksOf } from '../../support/documents/example-books.ts';
import { type TestService, testService } from '../../support/service/in-process-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const NEW_YEAR = Date.UTC(2026, 11, 31, 23, 10) / 1000;

test('an invoice of 31 December that waits while the first January invoice is numbered is refused: 2026 is closed', async () => {
  const { clock } = service;
  const books = booksOf(service);
  await books.company();
  const customer = await books.contact();
  clock.now = NEW_YEAR - 86_400;
  await books.finalized(books.invoice(customer));
  clock.now = NEW_YEAR;
  const january = await books.invoice(customer);
  const december = await books.invoice(customer);
  const dated = { emittedAt: NEW_YEAR - 3_600, paymentDelay: 'thirty_days' };
  await books.done('update-invoice-timeline', december.id, dated);

  // With the chain locked, the January invoice holds the series and waits for the chain, and the
  // December invoice waits for the series.
  const holder = await service.owner.connect();
  await holder.query('begin');
  await holder.query("select set_config('app.account_id', $1, true)", [service.accountId]);
  await holder.query('select from billing.chain_head where not test for update');
  const first = books.ask('finalize-billing', { path: { id: january.id } });
  await waitingForLocks(service.database, 1);
  const second = books.ask('finalize-billing', { path: { id: december.id } });
  await waitingForLocks(service.database, 2);
  await holder.query('rollback');
  holder.release();

  assert.equal((await first).json.number, 'F-2027-0001');
  const late = await second;
  assert.deepEqual(late, { refused: 'not_finalizable', requirements: ['hasChronologicalDate'] });
});
