import assert from 'node:assert/strict';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { testCluster } from '../../../../test/support/database/test-database.ts';
import { type Books, booksOf } from '../../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { closureFindings } from './closures.ts';
import type { QueryFn } from './finding.ts';

let service: TestService;
let superuser: pg.Client;
const days = ['2026-03-02', '2026-03-05', '2026-04-01'];

beforeAll(async () => {
  service = await testService();
  const books: Books = booksOf(service);
  await books.company();
  const customer = await books.contact();
  for (const day of days) {
    service.clock.now = Date.parse(`${day}T10:00:00+01:00`) / 1000;
    const { id } = await books.finalized(books.invoice(customer));
    await books.pay('invoice', id, 70_000);
  }
  service.clock.now = Date.parse('2026-05-02T10:00:00+02:00') / 1000;
  await service.call('make-closures');
  const { database } = service.database.serving as { database: string };
  superuser = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await superuser.connect();
  await superuser.query("set session_replication_role = 'replica'");
});
afterAll(async () => {
  await superuser?.end();
  await service.close();
});

const ask: QueryFn = async (statement, values) => (await superuser.query(statement.text, values as unknown[])).rows;
const findings = () => closureFindings(ask, service.accountId, false);

/** Tampers with the database, returns the findings and where, and rolls back. */
async function found(tampering: string, values: unknown[] = []): Promise<string[]> {
  await superuser.query('begin');
  try {
    const { rowCount } = await superuser.query(tampering, values);
    assert.ok(rowCount, 'the tampering touched nothing');
    return (await findings()).findings.map(({ fault, at }) => [fault, at].filter(Boolean).join(' '));
  } finally {
    await superuser.query('rollback');
  }
}

test('three unchanged days and two months have no finding', async () => {
  assert.deepEqual(await findings(), { count: 5, findings: [] });
});

test('a missing closure and a forged one are found', async () => {
  assert.deepEqual(await found(`delete from billing.closure where kind = 'day' and starts_on = '2026-03-05'`), [
    // The month now differs from the sum of its remaining days.
    ...['closure_figures_differ month 2026-03', 'closure_totals_differ month 2026-03'],
    ...['closure_out_of_place day 2026-04-01', 'closure_totals_differ day 2026-04-01'],
    'closure_missing',
  ]);
  assert.deepEqual(await found(`delete from billing.closure where kind = 'month' and starts_on = '2026-04-01'`), [
    'closure_missing',
  ]);
  const made = await found(
    `insert into billing.closure select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'n', 3, 'starts_on', '2026-05-01'))).*
     from billing.closure c where kind = 'month' and n = 2`,
  );
  assert.ok(made.includes('closure_without_link month 2026-05'));
  assert.equal((await found('delete from billing.closure')).length, 5);
});

test('a changed amount, in the closure or in a bill or payment of the day, is found', async () => {
  const changed = await found(
    `update billing.closure set content = replace(content, '120000', '20000') where kind = 'day' and n = 1`,
  );
  assert.ok(changed.includes('closure_changed day 2026-03-02'), changed.join());
  assert.ok(changed.includes('closure_figures_differ day 2026-03-02'));
  const bill = `update billing.document set content = replace(content, '"net":100000', '"net":90000')
    where number = 'F-2026-0001'`;
  assert.deepEqual(await found(bill), ['closure_figures_differ day 2026-03-02']);
  assert.deepEqual(await found(`delete from billing.payment where received_on = '2026-03-05'`), [
    'closure_figures_differ day 2026-03-05',
  ]);
  assert.deepEqual(await found(`delete from billing.document where number = 'F-2026-0003'`), [
    'closure_figures_differ day 2026-04-01',
  ]);
});

test('closures that were rewritten together with their links are found by running totals, positions and columns', async () => {
  /**
   * Rewrites a closure and the digest in its entry, as an attacker with write access to the
   * database could.
   */
  const rewritten = (from: string, to: string, where: string) => `
    with changed as (
      update billing.closure set content = replace(content, '${from}', '${to}') where ${where} returning id, content)
    update billing.chain_link l set link = regexp_replace(link, '"sha256":"[0-9a-f]{64}"',
      '"sha256":"' || encode(sha256(convert_to(changed.content, 'UTF8')), 'hex') || '"')
    from changed where l.link like '%' || changed.id || '%'`;
  const total = await found(rewritten('"total":240000', '"total":240001', `kind = 'day' and n = 2`));
  assert.ok(total.includes('closure_totals_differ day 2026-03-05'), total.join());
  assert.deepEqual(await found(rewritten('"zone":"Europe/Paris"', '"zone":"Asia/Tokyo"', `kind = 'month' and n = 2`)), [
    'closure_out_of_place month 2026-04',
  ]);
  assert.deepEqual(await found(`update billing.closure set last_seq = last_seq + 1 where kind = 'month' and n = 2`), [
    'closure_columns_differ month 2026-04',
  ]);
  const twice = await found(
    `insert into billing.chain_link select account_id, test, seq + 100, link, hash, key_id, signature
     from billing.chain_link where link like '%"type":"closed"}' limit 1`,
  );
  assert.ok(twice.includes('closure_linked_twice'));
});

test('the database refuses to change, delete or truncate closures, and to close a period twice', async () => {
  await superuser.query("set session_replication_role = 'origin'");
  for (const forbidden of [
    'update billing.closure set n = n',
    'delete from billing.closure',
    'truncate billing.closure',
  ]) {
    await assert.rejects(superuser.query(forbidden), { code: 'FA002' }, forbidden);
  }
  const again = `insert into billing.closure select account_id, test, kind, starts_on, gen_random_uuid(), n + 90,
    first_seq, last_seq, content, made_at from billing.closure limit 1`;
  await assert.rejects(superuser.query(again), { code: '23505' });
  await superuser.query("set session_replication_role = 'replica'");
});
