import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { areTablesDistributed } from '../../src/db/sharding/distribute-tables.ts';
import { openExternalDatabase } from '../../src/runtime/database/external-database.ts';
import { schemaOf } from './older-installation.ts';
import type { Found, ShardedEnvironment } from './sharded-environment.ts';
import { until } from './wait-until.ts';

/** Tables that are spread when the process is killed. */
const KILLED_AFTER = 20;
/** What takes away what is ours beside the schema. */
const DROP_BESIDE = `
  select 'drop table ' || oid::regclass || ' cascade' as text from pg_class
  where relkind = 'r' and relname ~ '^facturier_' and relnamespace = 'public'::regnamespace
  union all
  select 'drop function ' || oid::regprocedure from pg_proc where proname ~ '^facturier_' and pronamespace = 'public'::regnamespace`;
const SPREAD = "select count(*)::int as n from pg_dist_partition where logicalrelid::text like 'billing.%'";

/**
 * `facturier migrate` is killed as a process in the midst of the tables it spreads, and begun again
 * while the entry may still be at the table of the first: what comes of it is what one has that was
 * never killed. The database is empty again afterwards.
 */
export async function killedMigration({ owner }: ShardedEnvironment, olderUrl: string): Promise<Found> {
  const { ownerUrl } = await openExternalDatabase(olderUrl);
  const client = new pg.Client(ownerUrl);
  await client.connect();
  if ((await client.query("select to_regnamespace('billing') as there")).rows[0].there !== null) {
    await client.end();
    return { held: false, figures: 'the database of --older is not empty: nothing was done' };
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier-killed-'));
  try {
    const env = { ...process.env, DATABASE_URL: olderUrl, FACTURIER_DATA: dataFolder };
    // In a group of its own, which is killed as a whole: the launcher and what it launched.
    const migrating = (detached: boolean) =>
      spawn(process.execPath, ['bootstrap/main.mjs', 'migrate'], { env, detached, stdio: 'ignore' });
    const first = migrating(true);
    const gone = once(first, 'exit');
    const spread = async (): Promise<number> => (await client.query<{ n: number }>(SPREAD)).rows[0]?.n ?? 0;
    await until('the first tables, spread', async () => first.exitCode !== null || (await spread()) >= KILLED_AFTER);
    process.kill(-(first.pid as number), 'SIGKILL');
    await gone;
    const leftUndone = !(await areTablesDistributed(client));
    const [exitCode] = await once(migrating(false), 'exit');
    const [one, other] = [await schemaOf(client), await schemaOf(owner)];
    const differences = [
      ...one.filter((said) => !other.includes(said)),
      ...other.filter((said) => !one.includes(said)),
    ];
    const isWhole = await areTablesDistributed(client);
    return {
      held: leftUndone && exitCode === 0 && isWhole && differences.length === 0,
      figures:
        `killed in the midst of its tables (${leftUndone ? 'some left' : 'NONE LEFT'}), begun again ${exitCode === 0 ? 'to its end' : `it FAILED by ${exitCode}`}; ${differences.length} differences from one never killed ${differences.slice(0, 3).join('; ')}`.trimEnd(),
    };
  } finally {
    await client.query('drop schema if exists billing cascade');
    const { rows } = await client.query<{ text: string }>(DROP_BESIDE);
    for (const { text } of rows) await client.query(text);
    await client.end();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
