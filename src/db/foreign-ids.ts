import { type Statement, sql, type Tx } from './transaction.ts';

/** A record and its key in another program. */
export type ForeignId = { readonly key: string; readonly id: string };

type Kind = 'customer' | 'product';

// Looks up key by key, to force the index: PostgreSQL has no statistics for a table that grows in
// the same transaction.
const find = (kind: Kind): Statement => sql`
  select wanted as key, found.id from unnest($4::text[]) wanted, lateral (
    select f.${kind}_id as id from billing.${kind}_foreign_id f
    where f.account_id = $1 and f.test = $2 and f.source = $3 and f.foreign_key = wanted limit 1) found`;
const insert = (kind: Kind): Statement => sql`
  insert into billing.${kind}_foreign_id (account_id, test, source, foreign_key, ${kind}_id, created_at)
  select a.account_id, $2, $3, wanted.key, wanted.id, $6
  from billing.account a, unnest($4::text[], $5::uuid[]) as wanted (key, id) where a.account_id = $1
  on conflict (account_id, test, source, foreign_key) do nothing`;

const FIND = { customer: find('customer'), product: find('product') };
const INSERT = { customer: insert('customer'), product: insert('product') };

/** The records that were imported from a program, by their keys there. */
export async function foreignIds(
  tx: Tx,
  kind: Kind,
  { source, keys }: { readonly source: string; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.read<ForeignId>(FIND[kind], [tx.accountId, tx.test, source, keys]);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Stores the keys of records in another program; `at` is Unix seconds. They go with the record. */
export function insertForeignIds(
  tx: Tx,
  kind: Kind,
  { source, ids, at }: { readonly source: string; readonly ids: readonly ForeignId[]; readonly at: number },
): void {
  if (ids.length === 0) return;
  tx.write(INSERT[kind], [tx.accountId, tx.test, source, ids.map(({ key }) => key), ids.map(({ id }) => id), at]);
}
