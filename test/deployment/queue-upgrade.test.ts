import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { type FreshDatabase, freshDatabase, testCluster } from '../support/database/test-database.ts';

// The owner of the tables reads across accounts, so what a migration moves for one account must say
// whose it is. Two accounts of the version before the queue, each with a delivery and a mail that
// wait after a try, and books of both modes.

const BEFORE_THE_QUEUE = 15;
const ACCOUNTS = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b'];

let database: FreshDatabase;
let client: pg.Client;
before(async () => {
  database = await freshDatabase({ migrated: false });
  await migrate(database.ownerUrl, undefined, BEFORE_THE_QUEUE);
  const cluster = await testCluster();
  const { database: name } = database.ownerUrl as pg.ClientConfig;
  client = new pg.Client({ ...(cluster.superuser as pg.ClientConfig), database: name });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const account of ACCOUNTS) await left(account);
  await client.query('set session_replication_role = default');
});
after(async () => {
  await client.end();
  await database.drop();
});

async function left(account: string): Promise<void> {
  const id = (last: number) => account.replace(/0a$|0b$/, `${account.at(-1)}${last}`);
  const [endpoint, event, mail] = [id(1), id(2), id(3)];
  await client.query(`
    set search_path = billing;
    insert into account (account_id, settings, created_at) values ('${account}', '{}', 1);
    insert into chain_head (account_id, test, hash) values ('${account}', false, ''), ('${account}', true, '');
    insert into delivery (account_id, endpoint_id, event_id, test, state, tried, attempts, next_at)
      values ('${account}', '${endpoint}', '${event}', false, 'waiting', 1, 1, 2);
    insert into attempt (account_id, endpoint_id, event_id, n, test, at, latency_ms, status)
      values ('${account}', '${endpoint}', '${event}', 1, false, 1, 5, 500);
    insert into mail (account_id, id, test, purpose, state, content, attempts, next_at, created_at)
      values ('${account}', '${mail}', false, 'document', 'waiting', '{}', 1, 2, 1);
    insert into mail_attempt (account_id, mail_id, n, test, at, latency_ms, status)
      values ('${account}', '${mail}', 1, false, 1, 5, 450)`);
}

test('what waited and what was tried of two accounts is each account’s own on today’s version, once; so are their books', async () => {
  await migrate(database.ownerUrl);
  const { rows: moved } = await client.query(`
    select account_id as account, lane, (select count(*) from billing.try t
      where (t.account_id, t.subject_id, t.lane) = (j.account_id, j.subject_id, j.lane))::int as tries
    from billing.job j where lane in ('delivery', 'mail') order by account_id, lane`);
  const expected = ACCOUNTS.flatMap((account) => ['delivery', 'mail'].map((lane) => ({ account, lane, tries: 1 })));
  assert.deepEqual(moved, expected);
  const { rows: books } = await client.query(
    'select account_id as account, test from billing.closing order by account_id, test',
  );
  assert.deepEqual(
    books,
    ACCOUNTS.flatMap((account) => [false, true].map((mode) => ({ account, test: mode }))),
  );
});
