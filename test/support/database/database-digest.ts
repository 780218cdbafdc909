import pg from 'pg';
import type { ConnectionSettings } from '../../../src/runtime/database/open-database.ts';
import { testCluster } from './test-database.ts';

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    and c.relname not in ('day_count', 'key_request') order by 1`;

/**
 * A digest of the position and writing transaction of every row of every table, above row-level
 * security; reading contents would be many times slower. Two digests are equal exactly if no row
 * was added, deleted or rewritten. Excluded are reserved daily quotas (`day_count`) and key
 * statistics (`key_request`), which do not depend on the result of a request.
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
