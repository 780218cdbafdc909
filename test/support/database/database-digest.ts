import pg from 'pg';
import type { ConnectionSettings } from '../../../src/runtime/database/open-database.ts';
import { testCluster } from './test-database.ts';

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    and c.relname not in ('day_count', 'key_request') order by 1`;

/**
 * Tells whether anything in a database changed: a digest of where every row of every table lies and
 * which transaction wrote it, whoever's, read above row-level security; to read what they say would
 * take many times as long. Two digests are the same exactly when no row came, went or was written
 * again, were it as it was. Left out are what a process has reserved of the caller's own day
 * (`day_count`) and noted aside of what his keys ask (`key_request`): they say nothing about what a
 * request did.
 */
export async function databaseDigest(database: { ownerUrl: ConnectionSettings }) {
  const { superuser } = await testCluster();
  const name = (database.ownerUrl as { database: string }).database;
  const pool = new pg.Pool({ ...superuser, database: name, max: 1 });
  const { rows } = await pool.query<{ name: string }>(TABLES);
  const tables = rows.map((row) => row.name);
  const ofTable = (table: string) =>
    `select '${table} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t.ctid::text, t.xmin::text::bigint)), 0) as digest from ${table} t`;
  const text = `select string_agg(digest, '; ') as digest from (${tables.map(ofTable).join(' union all ')}) d`;
  return {
    tables,
    digest: async (): Promise<string> => (await pool.query({ name: 'digest', text })).rows[0].digest,
    close: () => pool.end(),
  };
}
