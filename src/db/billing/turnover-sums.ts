import type { BilledSum, TurnoverSpan } from '../../domain/billing/document/turnover/turnover.ts';
import { sql, type Tx } from '../transaction.ts';

/** Accounts whose sums one process caches, a kilobyte each. */
const ACCOUNTS_REMEMBERED_MAX = 1_000;
/** Documents summed per statement: far below its timeout, however large they are. */
const DOCUMENTS_AT_ONCE = 2_000;

const SERIES = sql`select prefix, year, last from billing.series where account_id = $1 and not test and last > 0`;
// `offset 0`: parses the JSON of a document once, not once per member.
const BILLED = sql`
  select kind, said #>> '{content,currency,rate}' as rate, share.key, sum(share.net)::bigint as net
  from billing.document cross join lateral (select content::json as said offset 0) as text cross join lateral (
    select key, (value ->> 'net')::bigint as net from json_each(said #> '{totals,breakdown}')
    union all
    select deducted.key, -(deducted.value ->> 'net')::bigint
    from json_array_elements(said #> '{content,deductions}') deduction, json_each(deduction -> 'breakdown') deducted
  ) share
  where account_id = $1 and not test and prefix = $4 and year = $5 and counter > $6 and counter <= $7
    and kind = any($2) and emitted_on >= $3
  group by kind, rate, share.key`;

/** The last summed number of each series, and the sums so far. */
type CachedSums = { readonly until: ReadonlyMap<string, number>; readonly sums: readonly BilledSum[] };
const remembered = new Map<string, CachedSums>();

/**
 * Sums of live billing per kind, exchange rate and key, without VAT and less the deducted
 * advances. Numbered documents never change and series only grow, so earlier sums are cached and
 * only newer numbers read. Call it before the transaction numbers a document, since that may be
 * rolled back.
 */
export async function billedSums(tx: Tx, { kinds, from }: TurnoverSpan): Promise<readonly BilledSum[]> {
  const cacheKey = `${tx.accountId} ${from}`;
  let known = remembered.get(cacheKey) ?? { until: new Map(), sums: [] };
  for (const { prefix, year, last } of await tx.read<Series>(SERIES, [tx.accountId])) {
    const name = `${prefix} ${year}`;
    for (let past = known.until.get(name) ?? 0; past < last; past += DOCUMENTS_AT_ONCE) {
      const until = Math.min(last, past + DOCUMENTS_AT_ONCE);
      const rows = await tx.read(BILLED, [tx.accountId, kinds, from, prefix, year, past, until]);
      const more = rows.map(({ kind, rate, key, net }) => ({ kind, rate: Number(rate), key, net }) as BilledSum);
      known = { until: new Map(known.until).set(name, until), sums: together([...known.sums, ...more]) };
      remember(cacheKey, known);
    }
  }
  return known.sums;
}

type Series = { prefix: string; year: number; last: number };

/** One sum per kind, rate and key. */
function together(sums: readonly BilledSum[]): BilledSum[] {
  const byKind = Map.groupBy(sums, ({ kind, rate, key }) => `${kind} ${rate} ${key}`);
  return [...byKind.values()].map((same) => ({
    ...(same[0] as BilledSum),
    net: same.reduce((all, { net }) => all + net, 0),
  }));
}

/** Evicts the least recently used account. */
function remember(cacheKey: string, known: CachedSums): void {
  remembered.delete(cacheKey);
  remembered.set(cacheKey, known);
  const [oldest] = remembered.keys();
  if (remembered.size > ACCOUNTS_REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
}
