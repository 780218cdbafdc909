import pg from 'pg';
import { MIGRATING_LOCK } from '../migrate.ts';
import { distributionPlan, ROOT, type Step, type Table } from './distribution-plan.ts';

/**
 * The result: tables whose rows are stored with their account, and tables that stay on the entry
 * node.
 */
export type DistributedTables = { readonly withAccount: readonly string[]; readonly whole: readonly string[] };

/** Called before each table: how many are done, of how many. */
type ReportDistribution = (done: number, of: number, table: string) => void;

/**
 * Distributes every table that is not distributed yet, as owner, in foreign key order; an
 * account's rows are stored on the account's node. Each table is one transaction, so an aborted
 * run continues next time. Writers to a table wait while its rows move. Concurrent runs wait for
 * each other and for migrations.
 */
export async function distributeTables(
  owner: pg.ClientConfig,
  tell: ReportDistribution = () => {},
): Promise<DistributedTables> {
  const client = new pg.Client({ application_name: 'facturier spread', ...owner });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATING_LOCK]);
    const steps = await stepsLeft(client);
    for (const [done, step] of steps.entries()) {
      tell(done, steps.length, step.table);
      await carryOut(client, step);
    }
    await tellFunctions(client);
    await forgetRowsLeftBehind(client);
    const named = (goes: Step['goes']) => steps.filter((step) => step.goes === goes).map(({ table }) => table);
    return { withAccount: named('with_account'), whole: named('whole') };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether all tables are distributed. */
export const areTablesDistributed = async (client: pg.Client): Promise<boolean> =>
  (await stepsLeft(client)).length === 0;

async function stepsLeft(client: pg.Client): Promise<Step[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_catalog.pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'billing'::regnamespace`);
  const done = new Set(rows.map(({ name }) => name));
  return distributionPlan(await readSchemaTables(client)).filter(({ table }) => !done.has(table));
}

async function carryOut(client: pg.Client, { table, goes }: Step): Promise<void> {
  const name = `billing.${pg.escapeIdentifier(table)}`;
  if (goes === 'with_account') {
    const beside = table === ROOT ? 'none' : `billing.${ROOT}`;
    await client.query("select create_distributed_table($1, 'account_id', colocate_with => $2)", [name, beside]);
  } else {
    // Includes dependent tables, which are then no longer separate steps.
    await client.query(
      `select citus_add_local_table_to_metadata($1::regclass, cascade_via_foreign_keys => true)
      where not exists (select from pg_catalog.pg_dist_partition where logicalrelid = $1::regclass)`,
      [name],
    );
  }
}

/**
 * Distributes the functions that were created before the Citus extension. Citus distributes those
 * that a table needs with the table, and new ones automatically.
 */
async function tellFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'billing'::regnamespace and p.prokind = 'f' and not exists (
      select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`);
  for (const { name } of rows) await client.query('select create_distributed_function($1::regprocedure)', [name]);
}

/**
 * Deletes the rows that tables had before they were distributed: they stay hidden on the entry
 * node. Call it once every table is distributed.
 */
async function forgetRowsLeftBehind(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select p.logicalrelid::regclass::text as name from pg_catalog.pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'billing'::regnamespace and p.partmethod = 'h' and pg_relation_size(c.oid) > 0`);
  if (rows.length === 0) return;
  // Triggers prevent truncating distributed tables; these rows are copies.
  await client.query('set session_replication_role = replica');
  for (const { name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]);
  await client.query('reset session_replication_role');
}

/** The tables of the schema by name, from the catalog. */
export async function readSchemaTables(owner: Pick<pg.Client, 'query'>): Promise<Table[]> {
  const { rows } = await owner.query<{ name: string; led_by: string; refs: string[] }>(`
    select c.relname as name,
      coalesce((select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary), '') as led_by,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f') as refs
    from pg_class c where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  return rows.map(({ name, led_by: ledBy, refs: references }) => ({ name, ledBy, references }));
}
