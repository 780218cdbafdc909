import type { CounterSale, CounterSold } from '../../domain/einvoicing/e-reporting/counter-sale.ts';
import type { TakingsOfDay } from '../../domain/home/takings-turnover.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const INSERT = sql`
  insert into billing.counter_sale (account_id, id, test, sold_on, sold, rate_bp, amount_cents, note, corrects_id, created_at,
    method)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const COLUMNS =
  's.id, s.sold_on::text as on, s.sold, s.rate_bp, s.amount_cents, s.note, s.corrects_id, s.created_at, s.method';
/** Replaced entries are not current; neither are those that only withdraw one. */
const CURRENT = `not exists (
    select from billing.counter_sale c where c.account_id = $1 and c.corrects_id = s.id)`;
const WITHIN = sql`
  select ${COLUMNS} from billing.counter_sale s
  where s.account_id = $1 and s.test = $2 and s.sold_on between $3 and $4 and s.amount_cents <> 0 and ${CURRENT}
  order by s.sold_on, s.id limit $5`;
const DAILY = sql`
  select s.sold_on::text as on, s.sold, s.rate_bp as rate, s.amount_cents::float8 as amount, count(*)::int as count
  from billing.counter_sale s
  where s.account_id = $1 and s.test = $2 and s.sold_on between $3 and $4 and s.amount_cents <> 0 and ${CURRENT}
  group by s.sold_on, s.sold, s.rate_bp, s.amount_cents`;
const PAGE = sql`
  select ${COLUMNS}, not (${CURRENT}) as replaced, count(*) over () as total from billing.counter_sale s
  where s.account_id = $1 and s.test = $2 and s.sold_on between $3 and $4
  order by s.sold_on desc, s.created_at desc, s.id desc limit $5 offset $6`;
const FIND = sql`
  select ${COLUMNS}, not (${CURRENT}) as replaced from billing.counter_sale s
  where s.account_id = $1 and s.test = $2 and s.id = $3`;
// A row cannot be locked for a correction, because the application may not update it; the account's
// row serializes the few people who enter takings.
const LOCK = sql`select 1 from billing.account where account_id = $1 for update`;
const OF_DAY = sql`
  select count(*)::int as count from billing.counter_sale s where s.account_id = $1 and s.test = $2 and s.sold_on = $3`;

/** An entry, and whether a later one replaced it. */
export type KeptCounterSale = CounterSale & { readonly isReplaced: boolean };

export const insertCounterSale = (tx: Tx, sale: CounterSale): void =>
  tx.write(INSERT, [
    ...[tx.accountId, sale.id, tx.test, sale.on, sale.sold, sale.rate, sale.amount],
    ...[sale.note ?? null, sale.correctsId ?? null, sale.createdAt, sale.method ?? null],
  ]);

/** The takings of a span of days that count, oldest first; at most `most`. */
export const counterSalesWithin = async (
  tx: Tx,
  { test, from, to, most }: { test: boolean; from: CivilDay; to: CivilDay; most: number },
): Promise<CounterSale[]> => (await tx.read(WITHIN, [tx.accountId, test, from, to, most])).map(counterSaleFrom);

/** The takings of a span of days that count: equal ones of a day are one row with their count. */
export const takingsByDay = (
  tx: Tx,
  { test, from, to }: { test: boolean; from: CivilDay; to: CivilDay },
): Promise<TakingsOfDay[]> => tx.read<TakingsOfDay>(DAILY, [tx.accountId, test, from, to]);

/** One page of all entries of a span of days, newest first. */
export async function listCounterSales(
  tx: Tx,
  { from, to, limit, page }: { from: CivilDay; to: CivilDay; limit: number; page: number },
): Promise<{ sales: KeptCounterSale[]; total: number }> {
  const rows = await tx.read(PAGE, [tx.accountId, tx.test, from, to, limit, (page - 1) * limit]);
  return { sales: rows.map(keptFrom), total: rows[0]?.total ?? 0 };
}

/** Serializes the entries of an account until the transaction ends. */
export const lockCounterSales = async (tx: Tx): Promise<void> => void (await tx.read(LOCK, [tx.accountId]));

export async function findCounterSale(tx: Tx, id: string): Promise<KeptCounterSale | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, tx.test, id]);
  return row && keptFrom(row);
}

/** The entries of a day, replaced ones included. */
export const countCounterSales = async (tx: Tx, on: CivilDay): Promise<number> =>
  (await tx.read<{ count: number }>(OF_DAY, [tx.accountId, tx.test, on]))[0]?.count ?? 0;

const keptFrom = (row: Row): KeptCounterSale => ({ ...counterSaleFrom(row), isReplaced: row.replaced === true });

const counterSaleFrom = (row: Row): CounterSale => ({
  ...{ id: row.id, on: row.on, sold: row.sold as CounterSold, rate: row.rate_bp },
  amount: cents(row.amount_cents) satisfies Cents,
  ...(row.method !== null && { method: row.method }),
  ...(row.note !== null && { note: row.note }),
  ...(row.corrects_id !== null && { correctsId: row.corrects_id }),
  createdAt: row.created_at,
});
