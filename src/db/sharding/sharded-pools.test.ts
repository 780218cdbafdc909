import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { freshDatabase } from '../../../test/support/database/test-database.ts';
import { openPool } from '../connections/pool.ts';
import { nodeConnectionsOf } from './sharded-pools.ts';

const database = await freshDatabase();
const owner = openPool({ ...database.ownerUrl, statement_timeout: 0, query_timeout: 0 });
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/**
 * Simulates Citus: the node "silent" accepts the connection and never answers, and the coordinator
 * waits forever.
 */
const ENGINE = `create function public.master_run_on_worker(names text[], ports int[], texts text[], at_once boolean)
  returns table (success boolean) language plpgsql as $$
  begin
    if names[1] = 'silent' then perform pg_sleep(600); end if;
    return query select names[1] = 'there';
  end $$`;

test('a node that accepts a connection and then stays silent is detected; control: answers and refusals are reported at once', async () => {
  await owner.query(ENGINE);
  assert.ok(await isToldOnce('there:5432', true));
  assert.ok(await isToldOnce('away:5432', false));
  assert.ok(await isToldOnce('silent:5432', false));
});

/** Checks of a node: on a busy machine the coordinator itself may time out, with another result. */
const LOOKS_MAX = 10;

async function isToldOnce(node: string, answers: boolean): Promise<boolean> {
  const asked = nodeConnectionsOf(owner);
  for (let looks = 0; looks < LOOKS_MAX; looks++) if ((await asked.answers(node)) === answers) return true;
  return false;
}

test('if the coordinator does not answer, no node is reported', async () => {
  const nowhere = openPool({ host: '127.0.0.1', port: 1 });
  assert.equal(await nodeConnectionsOf(nowhere).answers('there:5432'), true);
  await nowhere.end();
});
