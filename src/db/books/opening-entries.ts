import type { KeptOpening, OpeningEntry, OpeningLine } from '../../domain/books/accounting/opening-entry.ts';
import { cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { toColumns } from '../rows-to-columns.ts';
import { type Reading, type Row, sql, type Tx } from '../transaction.ts';

/** Where an opening entry stands in a period: by day, then in the order of recording. */
export type OpeningPlace = { readonly on: CivilDay; readonly number: number };

const INSERT = sql`
  insert into billing.opening_entry (account_id, id, test, number, on_day, label, created_at, actor, reverses_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const INSERT_LINES = sql`
  insert into billing.opening_line (account_id, entry_id, test, place, account_number, label, amount_cents)
  select a.account_id, $2, $3, l.place, l.account_number, l.label, l.amount_cents
  from billing.account a, unnest($4::int[], $5::text[], $6::text[], $7::bigint[])
    as l (place, account_number, label, amount_cents)
  where a.account_id = $1`;
// An entry cannot be locked, because the application may not update it; the account's row
// serializes the few people who record them, without waiting for what only refers to it.
const LOCK = sql`select 1 from billing.account where account_id = $1 for no key update`;
const LAST_NUMBER = sql`
  select coalesce(max(o.number), 0)::int as last from billing.opening_entry o
  where o.account_id = $1 and o.test = $2`;
const COLUMNS = `o.id, o.number, o.on_day::text as on_day, o.label, o.created_at, o.actor, o.reverses_id, (
    select json_agg(json_build_array(l.account_number, l.label, l.amount_cents) order by l.place)
    from billing.opening_line l where l.account_id = $1 and l.entry_id = o.id)::text as lines, exists (
    select from billing.opening_entry r where r.account_id = $1 and r.reverses_id = o.id) as is_reversed`;
const FIND = sql`
  select ${COLUMNS} from billing.opening_entry o where o.account_id = $1 and o.test = $2 and o.id = any ($3::uuid[])`;
const BEFORE = sql`
  select ${COLUMNS} from billing.opening_entry o
  where o.account_id = $1 and o.test = $2 and o.number < $3 order by o.number desc limit $4`;
const PAGE = sql`
  select ${COLUMNS}
  from billing.opening_entry o
  where o.account_id = $1 and o.test = $2 and o.on_day between $3 and $4
    and (o.on_day, o.number) > ($5::date, $6::int)
  order by o.on_day, o.number limit $7`;
const COUNT = sql`
  select count(*)::int as total from billing.opening_entry o
  where o.account_id = $1 and o.test = $2 and o.on_day between $3 and $4`;
const LABELS = sql`
  select distinct on (l.account_number) l.account_number, l.label
  from billing.opening_line l join billing.opening_entry o on o.account_id = $1 and o.id = l.entry_id
  where l.account_id = $1 and l.test = $2
  order by l.account_number, o.number, l.place`;

const FIRST_OPENED = sql`
  select min(o.on_day)::text as first from billing.opening_entry o
  where o.account_id = $1 and o.test = $2 and o.reverses_id is null and not exists (
    select from billing.opening_entry r where r.account_id = $1 and r.reverses_id = o.id)`;
/** The first day for which balances were typed and not taken back. */
export const firstOpenedDay = async (tx: Tx): Promise<CivilDay | undefined> =>
  (await tx.read<{ first: CivilDay | null }>(FIRST_OPENED, [tx.accountId, tx.test]))[0]?.first ?? undefined;

/** Opening entries of an account are recorded one after the other, so that numbers have no gaps. */
export const lockOpeningEntries = async (tx: Tx): Promise<void> => {
  await tx.read(LOCK, [tx.accountId]);
};

/** The number of the last opening entry of the caller’s mode; 0 before the first. */
export const lastOpeningNumber = async (tx: Tx): Promise<number> =>
  (await tx.read<{ last: number }>(LAST_NUMBER, [tx.accountId, tx.test]))[0]?.last ?? 0;

/** Stores an opening entry, which never changes. */
export function insertOpeningEntry(tx: Tx, { id, number, on, label, lines, ...entry }: OpeningEntry): void {
  const { createdAt, actor = null, reversesId = null } = entry;
  tx.write(INSERT, [tx.accountId, id, tx.test, number, on, label, createdAt, actor, reversesId]);
  const rows = lines.map((line, index) => [index + 1, line.number, line.label, line.amount]);
  tx.write(INSERT_LINES, [tx.accountId, id, tx.test, ...toColumns(rows)]);
}

/** Opening entries of the caller’s mode, in any order. */
export const findOpeningEntries = async (reading: Reading, ids: readonly string[]): Promise<KeptOpening[]> =>
  (await reading.read(FIND, [reading.accountId, reading.test, ids])).map(entryFrom);

/** The opening entries before a number, the latest first. */
export const openingEntriesBefore = async (tx: Tx, number: number, limit: number): Promise<KeptOpening[]> =>
  (await tx.read(BEFORE, [tx.accountId, tx.test, number, limit])).map(entryFrom);

type Span = { readonly from: CivilDay; readonly to: CivilDay };

/** The next opening entries of a period after a place, in order. */
export async function openingEntriesAfter(
  tx: Tx,
  { from, to }: Span,
  { place = { on: from, number: 0 }, limit }: { place?: OpeningPlace | undefined; limit: number },
): Promise<OpeningEntry[]> {
  return (await tx.read(PAGE, [tx.accountId, tx.test, from, to, place.on, place.number, limit])).map(entryFrom);
}

export const countOpeningEntries = async (tx: Tx, { from, to }: Span): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, [tx.accountId, tx.test, from, to]))[0]?.total ?? 0;

/** The label of each account of opening entries: the first that was typed. */
export const openingLabels = async (tx: Tx): Promise<ReadonlyMap<string, string>> =>
  new Map((await tx.read(LABELS, [tx.accountId, tx.test])).map(({ account_number, label }) => [account_number, label]));

type LineRow = [number: string, label: string, amount: number];

const entryFrom = (row: Row): KeptOpening => ({
  ...{ id: row.id, number: row.number, on: row.on_day, label: row.label, createdAt: row.created_at },
  ...(row.actor !== null && { actor: row.actor }),
  ...(row.reverses_id !== null && { reversesId: row.reverses_id }),
  isReversed: row.is_reversed,
  lines: (JSON.parse(row.lines ?? '[]') as LineRow[]).map(
    ([number, label, amount]): OpeningLine => ({ number, label, amount: cents(amount) }),
  ),
});
