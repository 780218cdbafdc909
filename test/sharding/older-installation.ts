import pg from 'pg';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { areTablesDistributed, distributeTables } from '../../src/db/sharding/distribute-tables.ts';
import { openExternalDatabase } from '../../src/runtime/database/external-database.ts';
import type { Found, ShardedEnvironment } from './sharded-environment.ts';

/** The first version whose tables could be spread; every later one lands on tables that are. */
const FIRST_SPREAD = 55;
/** Tables that are spread when whoever does it is cut off. */
const CUT_AFTER = 20;
const ACCOUNT = '018f3a5e-0000-7000-8000-000000000001';
/** Differences that are told. */
const TOLD = 5;

/**
 * What a schema is: columns, keys and checks, indexes, functions; what the engine adds of its own
 * is left out.
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
 * An installation of the first version that could be spread: whoever spreads it is cut off in the
 * midst of its tables, and begins again; then every later migration lands on tables that are
 * spread. What comes of it is what one has that began with this version, and its rows are there.
 */
export async function olderInstallation({ owner }: ShardedEnvironment, olderUrl: string): Promise<Found> {
  const older = await openExternalDatabase(olderUrl);
  if (!older.spread) return { held: false, figures: 'the database of --older has no engine' };
  await migrate(older.ownerUrl, undefined, FIRST_SPREAD);
  const client = new pg.Client(older.ownerUrl);
  await client.connect();
  try {
    await client.query("insert into billing.account (account_id, settings, created_at) values ($1, '{}', 1)", [
      ACCOUNT,
    ]);
    const cut = await distributeTables(older.ownerUrl, (done) => void (done === CUT_AFTER && cutOff(client))).then(
      () => 'NOT CUT OFF',
      (error: unknown) => String(error),
    );
    const leftUndone = !(await areTablesDistributed(client));
    const again = await distributeTables(older.ownerUrl);
    const landed = await migrate(older.ownerUrl);
    await distributeTables(older.ownerUrl);
    const [one, other] = [await schemaOf(client), await schemaOf(owner)];
    const differences = [
      ...one.filter((said) => !other.includes(said)),
      ...other.filter((said) => !one.includes(said)),
    ];
    const there = await client.query('select from billing.account where account_id = $1', [ACCOUNT]);
    const expected = (await knownMigrations()).length - FIRST_SPREAD;
    return {
      held: leftUndone && landed.length === expected && differences.length === 0 && there.rowCount === 1,
      figures: `${landed.length} of ${expected} migrations landed on spread tables; cut off (${cut.slice(0, 80)}), ${again.withAccount.length} tables spread after it; ${differences.length} differences from a new one ${differences.slice(0, TOLD).join('; ')}`,
    };
  } finally {
    await client.end();
  }
}

const cutOff = (client: pg.Client): Promise<unknown> =>
  client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'facturier spread' and datname = current_database()",
  );

/**
 * What the tables of a database are, in words. Parts of tables on the entry bear numbers, which
 * differ.
 */
export const schemaOf = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ said: string }>(SCHEMA)).rows.map(({ said }) => said.replaceAll(/_\d{6,}\b/g, ''));
