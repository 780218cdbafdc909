import { sql, type Tx } from './transaction.ts';

/** Where a series stands in one civil year. */
export type SeriesState = { prefix: string; year: number; last: number };

const LOCK_OF_DOCUMENT = sql`
  select s.prefix, s.year, s.last from billing.series s
  where s.account_id = $1 and (s.test, s.prefix) = (
    select d.test, case when d.test then 'TEST-' else '' end || case d.kind
      when 'estimate' then 'D' when 'purchase_order' then 'BC' when 'credit_note' then 'AV' else 'F' end
    from billing.document d where d.account_id = $1 and d.id = $2)
  order by s.year for update`;
const LOCK = sql`
  select prefix, year, last from billing.series
  where account_id = $1 and test = $2 and prefix = $3 order by year for update`;
const OPEN = sql`
  insert into billing.series (account_id, test, prefix, year) values ($1, $2, $3, $4)
  on conflict (account_id, test, prefix, year) do update set last = series.last
  returning prefix, year, last`;
const ADVANCE = sql`
  update billing.series set last = $5, last_on = $6
  where account_id = $1 and test = $2 and prefix = $3 and year = $4`;
const LAST_ON = sql`
  select max(last_on) as last_on from billing.series where account_id = $1 and test = $2 and prefix = $3`;
const USED = sql`
  select prefix from billing.series where account_id = $1 and not test and year = $2 and last > 0`;

/** Locks the counters of the series a document will be numbered in, every year's, until the transaction ends. */
export const lockSeriesOf = (tx: Tx, documentId: string): Promise<SeriesState[]> =>
  tx.read(LOCK_OF_DOCUMENT, [tx.accountId, documentId]);

/** Locks the counters of one series, every year's. */
export const lockSeries = (tx: Tx, test: boolean, prefix: string): Promise<SeriesState[]> =>
  tx.read(LOCK, [tx.accountId, test, prefix]);

/** The locked counter of a year; the first document of a year opens it, and whoever came at the same time waits. */
export async function openYear(
  tx: Tx,
  locked: readonly SeriesState[],
  series: { test: boolean; prefix: string; year: number },
): Promise<SeriesState> {
  const known = locked.find(({ year }) => year === series.year);
  if (known) return known;
  const [opened] = await tx.read<SeriesState>(OPEN, [tx.accountId, series.test, series.prefix, series.year]);
  if (!opened) throw new Error('a series could not be opened');
  return opened;
}

/** Notes the number just given and its civil day. */
export const advanceSeries = (tx: Tx, test: boolean, series: SeriesState, counter: number, day: string): void =>
  tx.write(ADVANCE, [tx.accountId, test, series.prefix, series.year, counter, day]);

/** The last civil day finalized in a series, whatever the year. */
export async function lastDayOf(tx: Tx, test: boolean, prefix: string): Promise<string | undefined> {
  const [row] = await tx.read<{ last_on: string | null }>(LAST_ON, [tx.accountId, test, prefix]);
  return row?.last_on ?? undefined;
}

/** The live series that have given a number in a civil year. */
export const seriesInUse = async (tx: Tx, year: number): Promise<string[]> =>
  (await tx.read<{ prefix: string }>(USED, [tx.accountId, year])).map(({ prefix }) => prefix);
