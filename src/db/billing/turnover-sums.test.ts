import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { superuserQuery } from '../../../test/webhooks/superuser-query.ts';
import { kinds } from '../../domain/billing/document/kind.ts';
import { inTransaction } from '../transaction.ts';
import { billedSums } from './turnover-sums.ts';

// The process caches the sums billed this year. Each test compares them with SQL that reads every
// document.

let service: TestService;
let books: Books;
let above: Awaited<ReturnType<typeof superuserQuery>>;
let customer: string;
beforeAll(async () => {
  service = await testService();
  above = await superuserQuery(service.database);
  books = booksOf(service);
  await books.company();
  customer = await books.contact();
});
afterAll(async () => {
  await above.close();
  await service.close();
});

const THIS_YEAR = '2026-01-01';
const billed = async (from = THIS_YEAR): Promise<number> =>
  inTransaction(service.services.pool, service.live, async (tx) => {
    const sums = await billedSums(tx, {
      kinds: kinds.filter((kind) => kind === 'invoice' || kind === 'credit_note'),
      from,
    });
    const net = sums.reduce((all, { kind, net }) => all + (kind === 'credit_note' ? -net : net), 0);
    return { commit: true, answer: net };
  });
const bySql = async (): Promise<number> => {
  const [row] = await above.query(`select sum(case kind when 'credit_note' then -1 else 1 end * net_cents)::int as net
    from billing.document where number is not null and not test and kind in ('invoice', 'credit_note')`);
  return row?.net;
};
/** Adds `many` invoices with the figures of this one, as if they had been finalized. */
const repeated = async (id: string, many: number): Promise<void> => {
  const [{ columns }] =
    (await above.query(`select string_agg(column_name, ', ') as columns from information_schema.columns
    where table_schema = 'billing' and table_name = 'document' and column_name not in ('id', 'family_id', 'counter', 'number')`)) as [
      { columns: string },
    ];
  await above.query('set session_replication_role = replica');
  await above.query(
    `insert into billing.document (id, family_id, counter, number, ${columns})
     select gen_random_uuid(), gen_random_uuid(), s.last + n, 'again ' || (s.last + n), ${columns.replaceAll(/\b(prefix|year|account_id|test)\b/g, 'd.$1')}
     from billing.document d join billing.series s using (account_id, test, prefix, year), generate_series(1, $2::int) n
     where d.id = $1`,
    [id, many],
  );
  await above.query(
    `update billing.series s set last = last + $2 from billing.document d
    where d.id = $1 and s.account_id = d.account_id and s.test = d.test and s.prefix = d.prefix and s.year = d.year`,
    [id, many],
  );
  await above.query('set session_replication_role = origin');
};

test('invoices of 1,000.00 and a credit note of one of them match the SQL sum after each of them', async () => {
  assert.equal(await billed(), 0);
  for (const net of [100_000, 200_000]) {
    await books.finalized(books.invoice(customer));
    assert.deepEqual([await billed(), await bySql()], [net, net]);
  }
  const { id } = await books.finalized(books.invoice(customer));
  await books.done('cancel-invoice', id);
  assert.deepEqual([await billed(), await bySql()], [200_000, 200_000]);
});

test('test documents and drafts do not count', async () => {
  const tests = booksOf(service, service.test);
  await tests.finalized(tests.invoice(await tests.contact()));
  await books.invoice(customer);
  assert.equal(await billed(), 200_000);
});

test('summed rows are not read again; another period is read', async () => {
  const { id } = await books.finalized(books.invoice(customer));
  assert.equal(await billed(), 300_000);
  await above.query('set session_replication_role = replica');
  const moved = (from: string, to: string) =>
    above.query('update billing.document set content = replace(content, $2, $3) where id = $1', [id, from, to]);
  await moved('"net":100000', '"net":100001');
  assert.equal(await billed(), 300_000);
  assert.notEqual(await billed('2026-01-02'), 300_000, 'control: another period reads the changed row');
  await moved('"net":100001', '"net":100000');
  await above.query('set session_replication_role = origin');
});

test('5,000 more invoices are summed in three steps, and two concurrent requests give the same result', async () => {
  const { id } = await books.finalized(books.invoice(customer));
  await repeated(id, 5_000);
  const all = 400_000 + 5_000 * 100_000;
  assert.deepEqual(await Promise.all([billed(), billed()]), [all, all]);
  assert.equal(await bySql(), all);
  assert.equal(await billed('2027-01-01'), 0);
});
