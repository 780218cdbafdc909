import type pg from 'pg';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { ReferenceRate } from '../domain/money/reference-rates.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import { sql, type Tx } from './transaction.ts';

/** A published rate: units per euro, with its original digits. */
export type PublishedRate = { readonly day: CivilDay; readonly currency: CurrencyCode; readonly rate: string };

/**
 * Stores rates of any days and returns how many are new. Stored rates are never overwritten. `at`
 * is Unix seconds.
 */
export async function storeReferenceRates(
  pool: pg.Pool,
  published: readonly PublishedRate[],
  at: number,
): Promise<number> {
  const values = [JSON.stringify(published), at];
  const { rows } = await pool.query('select billing.keep_reference_rates($1, $2) as kept', values);
  return Number(rows[0].kept);
}

const BETWEEN = sql`
  select day, currency, rate::text as rate from billing.reference_rate
  where day between $1 and $2 and currency = any($3)`;

/** The rates of currencies for a range of days. */
export async function referenceRates(
  tx: Tx,
  { from, to, codes }: { from: CivilDay; to: CivilDay; codes: readonly CurrencyCode[] },
): Promise<ReferenceRate[]> {
  const rows = await tx.read(BETWEEN, [from, to, codes]);
  return rows.map(({ day, currency, rate }) => ({ day, code: currency, rate: Number(rate) }));
}

/** The last day with stored rates, as `day`; absent if there are none. */
const LAST_DAY = 'select max(day)::text as day from billing.reference_rate';
const LAST_DAY_READ = sql`${LAST_DAY}`;

/** The last day with stored rates; undefined if there are none. */
export async function lastRateDay(tx: Tx): Promise<CivilDay | undefined> {
  const [row] = await tx.read(LAST_DAY_READ, []);
  return row?.day ?? undefined;
}

/** The last day with stored rates, read outside a request; undefined if there are none. */
export async function lastRateDayKept(pool: Pick<pg.Pool, 'query'>): Promise<CivilDay | undefined> {
  const { rows } = await pool.query(LAST_DAY);
  return rows[0].day ?? undefined;
}
