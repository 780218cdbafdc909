import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/**
 * The content of a table, for comparison: number of rows, and a digest independent of their order.
 */
export type TableDigest = { readonly table: string; readonly rows: number; readonly digest: string };

/** Progress of a copy: tables done, and all tables. */
export type CopyProgress = (done: number, all: number, table: string) => void;

/** Settings with which servers of different versions write equal values as equal text. */
const SAME_LETTERS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0`;

/**
 * Copies every row of every table into another database with the same tables, both as superuser.
 * Triggers and foreign keys are off, because the rows already passed them. The rows of the target
 * are replaced. The source is read in one snapshot, the target is written in one transaction.
 * Returns counts and digests; throws if the two sides differ.
 */
export async function copyDatabase(
  source: pg.ClientConfig,
  target: pg.ClientConfig,
  progress: CopyProgress,
): Promise<readonly TableDigest[]> {
  return connected(source, (from) =>
    connected(target, async (to) => {
      await from.query(`${SAME_LETTERS}; begin transaction isolation level repeatable read read only`);
      await to.query(`${SAME_LETTERS}; begin; set local session_replication_role = replica`);
      const tables = await tablesOf(from);
      const others = await tablesOf(to);
      if (tables.join() !== others.join()) throw new Error(`the tables differ: ${tables.join()} and ${others.join()}`);
      await to.query(`truncate ${tables.join(', ')}`);
      for (const [done, table] of tables.entries()) {
        progress(done, tables.length, table);
        await copyTable(from, to, table);
      }
      await copySequences(from, to);
      const copied = await digestsOf(from, tables);
      const arrived = await digestsOf(to, tables);
      for (const [index, is] of arrived.entries()) {
        const was = copied[index];
        if (is.rows !== was?.rows || is.digest !== was.digest) {
          throw new Error(`${is.table} differs after the copy: ${was?.rows} rows, then ${is.rows}`);
        }
      }
      await to.query('commit; analyze');
      await from.query('commit');
      return arrived;
    }),
  );
}

/** Numbers of the migrations applied to a database, newest last. */
export async function landedMigrations(connection: pg.ClientConfig): Promise<number[]> {
  return connected(connection, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      'select number from public.facturier_migration order by number',
    );
    return rows.map(({ number }) => number);
  });
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and (nspname = 'billing' or (nspname = 'public' and starts_with(relname, 'facturier_'))) order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function copyTable(from: pg.Client, to: pg.Client, table: string): Promise<void> {
  const { rows } = await from.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = rows[0]?.columns ?? '';
  await pipeline(
    from.query(copyTo(`copy ${table} (${columns}) to stdout`)),
    to.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  );
}

/** There are no sequences today; any added later continue from their current value. */
async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname in ('billing', 'public') and last_value is not null`,
  );
  for (const { name, last } of rows) await to.query('select setval($1::regclass, $2::bigint)', [name, last]);
}

async function digestsOf(client: pg.Client, tables: readonly string[]): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const table of tables) {
    // MD5 does not protect against forgery here. It checks that the copy is complete, and gives the
    // same result on any version.
    const { rows } = await client.query<{ rows: string; digest: string }>(
      `select count(*)::text as rows,
         coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0)::text as digest from ${table} t`,
    );
    digests.push({ table, rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? '' });
  }
  return digests;
}

async function connected<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ application_name: 'facturier upgrade', ...settings });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
