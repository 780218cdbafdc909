import type { Ask, Found } from './finding.ts';
import { sql } from './transaction.ts';

const SERIES = sql`
  select s.prefix, s.year, s.last, s.last_on, count(d.id) as documents, min(d.counter) as lowest,
    max(d.counter) as highest, max(d.emitted_on) as latest
  from billing.series s
  left join billing.document d on d.account_id = s.account_id and d.test = s.test and d.prefix = s.prefix
    and d.year = s.year
  where s.account_id = $1 and s.test = $2
  group by s.prefix, s.year, s.last, s.last_on order by s.prefix, s.year`;
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
  select missing from generate_series($5::int, $6::int) missing
  where not exists (
    select from billing.document d where d.account_id = $1 and d.test = $2 and d.prefix = $3 and d.year = $4
      and d.counter = missing)
  limit 10`;

/** Counts that lists are told and that the documents do not come to. */
export async function tallyFindings(ask: Ask, account: string, test: boolean): Promise<Found[]> {
  const rows = await ask(MISTALLIED, [account, test]);
  return rows.map(({ kind, state, archived }) => ({
    fault: 'tally_differs',
    at: [kind, state, ...(archived ? ['archived'] : [])].join(' '),
  }));
}

/** Numbers that are missing in a series, and counters that do not stand where the last number does. */
export async function numberFindings(ask: Ask, account: string, test: boolean): Promise<Found[]> {
  const findings: Found[] = [];
  for (const { prefix, year } of await ask(UNCOUNTED, [account, test]))
    findings.push({ fault: 'counter_differs', at: `${prefix} ${year}` });
  for (const { prefix, year, last, last_on, documents, lowest, highest, latest } of await ask(SERIES, [
    account,
    test,
  ])) {
    const at = `${prefix} ${year}`;
    if (last !== (highest ?? 0) || last_on !== latest) findings.push({ fault: 'counter_differs', at });
    if (documents === 0 || documents === highest - lowest + 1) continue;
    for (const { missing } of await ask(MISSING, [account, test, prefix, year, lowest, highest])) {
      findings.push({ fault: 'number_missing', at: `${at} ${missing}` });
    }
  }
  return findings;
}
