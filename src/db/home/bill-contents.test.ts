import assert from 'node:assert/strict';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { testCluster } from '../../../test/support/database/test-database.ts';
import { booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { manyPayments } from '../../../test/support/documents/many-payments.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql, type Tx } from '../transaction.ts';
import { issuedBills, paidClaims } from './bill-facts.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const reading = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(service.services.pool, { accountId: service.live.accountId, test: false }, async (tx) => ({
    commit: false,
    answer: await work(tx),
  }));

/** Makes the stored text of every document 3 MB larger. */
async function enlargeTexts(): Promise<void> {
  const { database } = service.database.serving as { database: string };
  const above = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await above.connect();
  try {
    await above.query('set session_replication_role = replica');
    await above.query(`update billing.document set content = content || repeat(' ', 3 * 1024 * 1024)`);
  } finally {
    await above.end();
  }
}

test('12 bills of 3 MB each are read in two statements, each of at most 16 MB and one bill; 12 small ones in one', async () => {
  const books = booksOf(service);
  await books.company();
  const { id } = await books.finalized(books.invoice(await books.contact(), { lines: [TRAINING] }));
  await books.pay('invoice', id, 120_000);
  await manyPayments(service, id, 12);
  const ids = await reading(async (tx) =>
    (
      await tx.read<{ id: string }>(sql`select id from billing.document where account_id = $1 order by id`, [
        tx.accountId,
      ])
    ).map((row) => row.id),
  );
  const read = (of: typeof issuedBills | typeof paidClaims) =>
    reading(async (tx) => {
      const counts: number[] = [];
      const counting = {
        ...tx,
        read: async (...asked: Parameters<Tx['read']>) => {
          const rows = await tx.read(...asked);
          counts.push(rows.length);
          return rows;
        },
      } as Tx;
      const bills = await of(counting, ids);
      return { counts, ids: bills.map((bill) => bill.id), due: bills.map(({ facts }) => facts.due.FR_2000?.net) };
    });
  const due = ids.map(() => 100_000);
  assert.deepEqual(await read(issuedBills), { counts: [12], ids, due });
  await enlargeTexts();
  assert.deepEqual(await read(paidClaims), { counts: [6, 6], ids, due });
  assert.deepEqual(await read(issuedBills), { counts: [6, 6], ids, due });
});
