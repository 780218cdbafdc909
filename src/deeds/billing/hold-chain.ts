import type { Family } from '../../domain/billing/document/family.ts';
import { yearToNumber } from '../../domain/billing/document/finalize.ts';
import { type Kind, seriesOf } from '../../domain/billing/document/kind.ts';
import { isThisYear } from '../../domain/billing/numbering/this-year.ts';
import type { ChainHead } from '../../seal/audit-seal.ts';
import { type Counters, type LockedChain, lockChain } from '../../store/billing/lock-chain.ts';
import type { SeriesState } from '../../store/billing/series.ts';
import { type ChainTurn, chainOf, type LeftChain } from '../../store/proof/chain-turns.ts';
import type { Context } from '../context.ts';

/** The audit chain of a family and the counters of a series, locked or foreseen. */
export type HeldChain = {
  /** The head of the chain, locked until the transaction ends. */
  readonly head?: ChainHead | undefined;
  /** The head as whoever had the turn before leaves it: PostgreSQL says with the first link whether it came to be so. */
  readonly foreseen?: ChainHead | undefined;
  /** The counters of the series that a number will be taken from. */
  readonly series?: readonly SeriesState[] | undefined;
  /** One's turn at the chain, for as long as the transaction lasts. */
  readonly turn?: ChainTurn | undefined;
};

type Purpose = { readonly numbers?: 'itself' | Kind | undefined; readonly counters?: Counters | undefined };

/**
 * Holds the chain of a family that has been read and judged: foreseen where this process knows how it is left and the
 * transaction can be begun again, else locked. `free` is what the first journey locked already, `databaseNow` when that was.
 */
export async function holdChain(
  { tx, now }: Context,
  family: Family,
  { numbers, counters }: Purpose,
  { free, databaseNow }: { free: LockedChain | undefined; databaseNow: number | undefined },
): Promise<HeldChain> {
  const { document } = family.asked;
  const name = chainOf(tx.accountId, document.test);
  // Whoever has the lock waits for nobody's turn: he who has that may wait for the lock.
  const hasLock = free !== undefined || tx.heads.has(name);
  const turn = hasLock ? tx.chains.takeIfFree(name) : await tx.chains.take(name);
  if (turn) tx.whenOver(turn.over);
  if (!hasLock && turn?.found && tx.foresees) {
    const { head } = turn.found;
    const series = numbers === undefined ? [] : countersLeft(turn.found, family.asked, numbers, now);
    if (series) return { foreseen: { ...head, databaseNow }, series, turn };
  }
  const locked = free ?? (await lockChain(tx, document.id, counters));
  turn?.hasLock();
  tx.heads.add(name);
  return { ...locked, turn };
}

/**
 * The counters of a draft's own series, where they are all that its number depends on: it is one of this year, which has had
 * a number. A first one opens the year and looks at the settings again, and that wants the lock.
 */
function countersLeft(
  { counters }: LeftChain,
  { document, facts }: Family['asked'],
  numbers: 'itself' | Kind,
  now: number,
): readonly SeriesState[] | undefined {
  if (numbers !== 'itself') return undefined;
  const year = yearToNumber(document, facts);
  const left = counters.get(seriesOf(document.kind, document.test));
  const ofYear = left?.find((counter) => counter.year === year);
  return ofYear && ofYear.last > 0 && isThisYear(year, now) ? left : undefined;
}

/** The head of a chain that is held, either way. */
export const headOf = ({ head, foreseen }: HeldChain): ChainHead | undefined => head ?? foreseen;
