import type pg from 'pg';
import type { Table } from './distribution-plan.ts';

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
