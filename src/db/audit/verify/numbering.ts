import type { ClockCorrection } from '../../../audit/chain/chain-link.ts';
import { type Row, sql } from '../../transaction.ts';
import type { Found, QueryFn } from './finding.ts';

const SERIES = sql`
  select s.prefix, s.year, s.last, s.last_on, s.corrected_counter, s.corrected_on, count(d.id) as documents,
    min(d.counter) as lowest, max(d.counter) as highest,
    max(d.emitted_on) filter (where s.corrected_on is null or d.counter > s.corrected_counter
      or d.emitted_on <= s.corrected_on) as latest
  from billing.series s
  left join billing.document d on d.account_id = $1 and d.test = s.test and d.prefix = s.prefix
    and d.year = s.year
  where s.account_id = $1 and s.test = $2
  group by s.prefix, s.year, s.last, s.last_on, s.corrected_counter, s.corrected_on order by s.prefix, s.year`;
const UNCOUNTED = sql`
  select distinct d.prefix, d.year from billing.document d
  where d.account_id = $1 and d.test = $2 and d.number is not null and not exists (
    select from billing.series s where s.account_id = $1 and s.test = $2 and s.prefix = d.prefix and s.year = d.year)
  order by d.prefix, d.year limit 100`;
const MISTALLIED = sql`
  select kind, state, archived from (
    select kind, state, archived, documents from billing.tally where account_id = $1 and test = $2
    union all
    select kind, state, archived_at is not null, -1 from billing.document where account_id = $1 and test = $2) counted
  group by kind, state, archived having sum(documents) <> 0 order by kind, state, archived`;
const MISSING = sql`
  select generate_series($5::int, $6::int) as missing
  except select d.counter from billing.document d where d.account_id = $1 and d.test = $2 and d.prefix = $3 and d.year = $4
  order by missing limit 10`;

/** Stored list counts that differ from the documents. */
export async function countFindings(ask: QueryFn, account: string, test: boolean): Promise<Found[]> {
  const rows = await ask(MISTALLIED, [account, test]);
  return rows.map(({ kind, state, archived }) => ({
    fault: 'tally_differs',
    at: [kind, state, ...(archived ? ['archived'] : [])].join(' '),
  }));
}
// Within a series a higher number never has an earlier date (CGI ann. II art. 242 nonies A, I 7°).
const BACKWARDS = sql`
  select prefix, year, before, number from (
    select prefix, year, number, emitted_on, lag(emitted_on) over series as day_before, lag(counter) over series as before
    from billing.document where account_id = $1 and test = $2 and number is not null
    window series as (partition by prefix, year order by counter)) d
  where emitted_on < day_before limit 1000`;

type Corrected = ClockCorrection['series'][number];

/** Missing numbers in a series, and counters that differ from the last number. */
export async function numberFindings(
  ask: QueryFn,
  { account, test }: { account: string; test: boolean },
  corrected: readonly Corrected[],
): Promise<Found[]> {
  const findings: Found[] = [];
  for (const { prefix, year } of await ask(UNCOUNTED, [account, test]))
    findings.push({ fault: 'counter_differs', at: `${prefix} ${year}` });
  for (const { prefix, year, before, number } of await ask(BACKWARDS, [account, test])) {
    const isRecorded = corrected.some((one) => one.prefix === prefix && one.year === year && one.counter === before);
    if (!isRecorded) findings.push({ fault: 'day_before_previous', number, at: `${prefix} ${year}` });
  }
  for (const row of await ask(SERIES, [account, test])) {
    const { prefix, year, last, last_on, documents, lowest, highest, latest } = row;
    const at = `${prefix} ${year}`;
    if (last !== (highest ?? 0) || last_on !== latest || !isRecorded(row, corrected))
      findings.push({ fault: 'counter_differs', at });
    if (documents === 0 || documents === highest - lowest + 1) continue;
    for (const { missing } of await ask(MISSING, [account, test, prefix, year, lowest, highest])) {
      findings.push({ fault: 'number_missing', at: `${at} ${missing}` });
    }
  }
  return findings;
}

/** A series may only continue from an earlier day if an entry of the chain says so. */
function isRecorded(
  { prefix, year, corrected_counter: counter, corrected_on: on }: Row,
  corrections: readonly Corrected[],
): boolean {
  const last = corrections.filter((one) => one.prefix === prefix && one.year === year).at(-1);
  return (counter ?? undefined) === last?.counter && (on ?? undefined) === last?.on;
}
