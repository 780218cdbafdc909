import { type Row, sql, type Tx } from '../transaction.ts';

/** The state of a series in one civil year. */
export type SeriesState = { year: number; last: number; lastOn?: string };

const OPEN = sql`
  insert into billing.series (account_id, test, prefix, year) values ($1, $2, $3, $4) returning year, last, last_on`;
const USED = sql`
  select prefix from billing.series where account_id = $1 and not test and year = $2 and last > 0`;

const STATES = sql`
  select year, last, last_on from billing.series where account_id = $1 and test = $2 and prefix = $3 order by year`;

/** The state of a series in every year, including years opened while waiting for its locks. */
export const seriesToday = async (tx: Tx, series: { test: boolean; prefix: string }): Promise<SeriesState[]> =>
  (await tx.read(STATES, [tx.accountId, series.test, series.prefix])).map(stateFrom);

/** Reads one row of a series. */
export const stateFrom = (row: Row): SeriesState => ({
  year: row.year,
  last: row.last,
  ...(row.last_on && { lastOn: row.last_on }),
});

/**
 * Mimics a PostgreSQL serialization failure, so that the request pipeline retries the transaction.
 */
class OpenedMeanwhile extends Error {
  readonly code = '40001';
}

/**
 * The locked counter of a year; the first document of a year creates it. Call it with the audit
 * chain locked, so that no other transaction creates a year. If a year was created while this
 * transaction waited for the chain, the creator may be waiting for the chain too: this transaction
 * then retries and takes the locks in order.
 */
export async function openYear(
  tx: Tx,
  locked: readonly SeriesState[],
  series: { test: boolean; prefix: string; year: number },
): Promise<SeriesState> {
  const ofYear = ({ year }: SeriesState): boolean => year === series.year;
  const known = locked.find(ofYear);
  if (known) return known;
  if ((await seriesToday(tx, series)).some(ofYear)) throw new OpenedMeanwhile('a year was opened meanwhile');
  const [opened] = await tx.read(OPEN, [tx.accountId, series.test, series.prefix, series.year]);
  if (!opened) throw new Error('a number series could not be created');
  return stateFrom(opened);
}

/** The live series that assigned a number in a civil year. */
export const seriesInUse = async (tx: Tx, year: number): Promise<string[]> =>
  (await tx.read<{ prefix: string }>(USED, [tx.accountId, year])).map(({ prefix }) => prefix);
