import { sql, type Tx } from './transaction.ts';

/** The lists that other programs export too. */
export type ImportKind = 'customers' | 'products';

/** What a person chose for the columns of a file: a member by header, or null to leave it out. */
export type ChosenColumns = ReadonlyMap<string, string | null>;

/** Files of different headers whose columns are kept per account; the oldest choice goes. */
const CHOICES_MAX = 100;

const FIND = sql`
  select c.columns::text from billing.import_columns c
  where c.account_id = $1 and c.kind = $2 and c.headers_sha256 = $3`;
const KEEP = sql`
  insert into billing.import_columns (account_id, kind, headers_sha256, columns, chosen_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, kind, headers_sha256) do update set columns = excluded.columns, chosen_at = excluded.chosen_at`;
const DROP_OLDEST = sql`
  delete from billing.import_columns c where c.account_id = $1 and c.kind = $2 and c.headers_sha256 in (
    select o.headers_sha256 from billing.import_columns o where o.account_id = $1 and o.kind = $2
    order by o.chosen_at desc, o.headers_sha256 offset ${String(CHOICES_MAX)})`;

/** What was chosen for files with these headers; undefined if nothing. */
export async function chosenColumns(tx: Tx, kind: ImportKind, headers: string): Promise<ChosenColumns | undefined> {
  const [row] = await tx.read<{ columns: string }>(FIND, [tx.accountId, kind, headers]);
  return row && new Map(JSON.parse(row.columns) as [string, string | null][]);
}

/** Keeps a choice for files with the same headers; `at` is Unix seconds. */
export function keepChosenColumns(
  tx: Tx,
  kind: ImportKind,
  { headers, chosen, at }: { readonly headers: string; readonly chosen: ChosenColumns; readonly at: number },
): void {
  tx.write(KEEP, [tx.accountId, kind, headers, JSON.stringify([...chosen]), at]);
  tx.write(DROP_OLDEST, [tx.accountId, kind]);
}
