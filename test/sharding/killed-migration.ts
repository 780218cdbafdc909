import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { areTablesDistributed } from '../../src/db/sharding/distribute-tables.ts';
import { openExternalDatabase } from '../../src/runtime/database/external-database.ts';
import type { Found, ShardedEnvironment } from './sharded-environment.ts';
import { until } from './wait-until.ts';

/** Number of tables distributed when the process is killed. */
const KILLED_AFTER = 20;
/** Removes our objects outside the schema. */
const DROP_BESIDE = `
  select 'drop table ' || oid::regclass || ' cascade' as text from pg_class
  where relkind = 'r' and relname ~ '^facturier_' and relnamespace = 'public'::regnamespace
  union all
  select 'drop function ' || oid::regprocedure from pg_proc where proname ~ '^facturier_' and pronamespace = 'public'::regnamespace`;
const SPREAD = "select count(*)::int as n from pg_dist_partition where logicalrelid::text like 'billing.%'";

/**
 * Describes a schema: columns, keys, checks, indexes and functions, without the engine’s own
 * objects.
 */
const SCHEMA = `
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' '
    || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as said
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'p')
  union all
  select 'constraint ' || k.conrelid::regclass || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) from pg_constraint k
  where k.connamespace = 'billing'::regnamespace and k.conrelid <> 0
  union all
  select indexdef from pg_indexes where schemaname = 'billing'
  union all
  select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname || ' ' || t.tgenabled::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'billing'::regnamespace and not t.tgisinternal and t.tgname not like 'truncate_trigger%'
  union all
  select 'function ' || p.oid::regprocedure || ' ' || md5(p.prosrc) || p.prosecdef::text || p.proowner::regrole::text || coalesce(p.proconfig::text, '')
  from pg_proc p where p.pronamespace = 'billing'::regnamespace`;

/**
 * Kills `facturier migrate` while it distributes tables and starts it again, possibly while the
 * coordinator still runs the first. The result must equal an uninterrupted migration. Empties the
 * database.
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
    // A process group, so that the launcher and its command are killed together.
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

/** Describes the tables of a database. Shard tables on the coordinator have numbers, which vary. */
const schemaOf = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ said: string }>(SCHEMA)).rows.map(({ said }) => said.replaceAll(/_\d{6,}\b/g, ''));
