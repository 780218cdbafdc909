import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { firstCustomer } from '../support/service/retrying-client.ts';
import { ranHere } from '../support/service/run-command.ts';
import { type Ground, ground, settingsOf, startProcess } from '../support/service/server-process.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';

/**
 * Rows one start may read more than another, as it stops sooner or later: far fewer than one per
 * account.
 */
const ROWS_APART_MAX = 500;
const [FEW, MANY] = [20, 500];

let on: Ground;
let above: Awaited<ReturnType<typeof superuserQuery>>;
beforeAll(async () => {
  on = await ground();
  const first = await startProcess(on);
  await firstCustomer(on, first, first.welcome.keys?.live as string);
  await first.stop();
  above = await superuserQuery(on.database);
});
afterAll(async () => {
  await above?.close();
  await on?.discard();
});

test(`a start reads no more rows with ${MANY} accounts than with ${FEW}; a list of accounts does`, async () => {
  const start = async (): Promise<void> => {
    const server = await startProcess(on);
    assert.equal(await server.stop(), 0, server.log());
  };
  const list = async (): Promise<void> => {
    const { code, err } = await ranHere(settingsOf(on), 'account', 'list');
    assert.equal(code, 0, err);
  };
  await accounts(FEW);
  const few = await rowsReadBy(start);
  await accounts(MANY);
  const many = await rowsReadBy(start);
  assert.ok(many < few + ROWS_APART_MAX, `${few} rows, then ${many}`);
  // Control: reading all accounts is noticed.
  const listed = await rowsReadBy(list);
  assert.ok(listed >= MANY, `${listed} rows for the list`);
  console.log(`${few} rows beside ${FEW} accounts, ${many} beside ${MANY}; the list ${listed}`);
});

/** Copies all rows of the first account until there are enough accounts. */
async function accounts(count: number): Promise<void> {
  const [there] = await above.query(
    'select count(*)::int as many, min(account_id::text) as first from billing.account',
  );
  await above.query('set session_replication_role = replica');
  await above.query('create temp table copied as select gen_random_uuid() as new_account from generate_series(1, $1)', [
    count - there?.many,
  ]);
  for (const { name, columns } of await above.query(TABLES)) {
    await above.query(
      `insert into billing.${name} (account_id, ${columns}) select c.new_account, ${columns} from billing.${name} t, copied c
       where t.account_id::text = '${there?.first}' on conflict do nothing`,
    );
    await above.query(`analyze billing.${name}`);
  }
  // Nothing is due: a worker's own jobs are not part of its start, and an interrupted check resumes
  // later.
  await above.query('update billing.job set due_at = due_at + 86400, ready = false');
  await above.query('drop table copied; set session_replication_role = origin');
}

const TABLES = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'billing'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attname <> 'account_id'
    and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'account_id')
  group by c.relname`;

/** Rows other sessions read meanwhile; each reports its reads when it ends. */
async function rowsReadBy(work: () => Promise<void>): Promise<number> {
  const before = await rowsRead();
  await work();
  return (await rowsRead()) - before;
}

async function rowsRead(): Promise<number> {
  const others = `select count(*)::int as many from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  while ((await above.query(others))[0]?.many > 0) await wait(20);
  await above.query('select pg_stat_force_next_flush()');
  await above.query('select pg_stat_clear_snapshot()');
  const [row] = await above.query(`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_user_tables where schemaname = 'billing'`);
  return row?.rows;
}
