import { canonicalJson } from '../../audit/canonical-json.ts';
import { type ClockCorrection, sha256Hex } from '../../audit/chain/chain-link.ts';
import type { ChainHead, ChainSigner } from '../../audit/chain/chain-signer.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { append, lockChainHead } from './append-to-chain.ts';

const LOCK_SERIES = sql`
  select prefix, year, last, last_on from billing.series where account_id = $1 and test = $2 order by prefix, year for update`;
const LATEST = sql`
  select prefix, year, max(emitted_on) as latest from billing.document
  where account_id = $1 and test = $2 and number is not null and emitted_on <= $3 group by prefix, year`;
const CORRECT = sql`
  update billing.series set last_on = $5, corrected_counter = $6, corrected_on = $7
  where account_id = $1 and test = $2 and prefix = $3 and year = $4`;

/**
 * Records in the audit chain of the account's mode that the clock is now correct: entries may
 * continue from this time, and series with dates in the future continue from today. Existing
 * numbers stay. Returns undefined if unnecessary: `isUnsure` is called with the locks held (chain,
 * then series).
 */
export async function correctClock(
  tx: Tx,
  options: {
    test: boolean;
    now: number;
    today: CivilDay;
    seal: ChainSigner;
    actor: string;
    isUnsure: (head: ChainHead) => boolean;
  },
): Promise<ClockCorrection | undefined> {
  const { test, now, today, seal, actor } = options;
  const head = await lockChainHead(tx, test);
  const rows = await tx.read(LOCK_SERIES, [tx.accountId, test]);
  const ahead = rows.filter(({ last_on: lastOn }) => lastOn !== null && lastOn > today);
  if (ahead.length === 0 && !options.isUnsure(head)) return undefined;

  const latest = await tx.read(LATEST, [tx.accountId, test, today]);
  for (const row of ahead) {
    const before = latest.find(({ prefix, year }) => prefix === row.prefix && year === row.year)?.latest ?? null;
    tx.write(CORRECT, [tx.accountId, test, row.prefix, row.year, before, row.last, today]);
  }
  const clock = { from: head.at ?? now, to: now, series: ahead.map((row) => seriesOf(row, today)) };
  const subject = { kind: 'chain', id: tx.accountId };
  const sha256 = sha256Hex(canonicalJson(clock));
  append(tx, { test, head, seal }, { type: 'clock_corrected', at: now, actor, subject, sha256, clock });
  return clock;
}

const seriesOf = ({ prefix, year, last, last_on: ranTo }: Row, on: CivilDay): ClockCorrection['series'][number] => ({
  ...{ prefix, year, counter: last, ranTo, on },
});
