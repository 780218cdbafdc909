import { settingsOf } from '../../../db/account/settings.ts';
import { assertClockCorrect } from '../../../db/audit/append-to-chain.ts';
import { openYear, type SeriesState, seriesToday } from '../../../db/billing/number-series.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import type { NextNumber } from '../../../domain/billing/document/group/finalize.ts';
import { numberingYear } from '../../../domain/billing/document/group/finalize.ts';
import { seriesOf } from '../../../domain/billing/document/kind.ts';
import { isThisYear, nextNumber } from '../../../domain/billing/numbering/next-number.ts';
import type { Context } from '../../context.ts';
import type { ChainLock } from '../document-group/ensure-chain-locked.ts';

/** A draft to number, or the data of a future one. */
type ToNumber = Pick<BillingDocument, 'kind' | 'test'> & {
  readonly year: number;
  readonly settings: Facts['settings'];
};

/** The numbering data of a draft. */
export const draftToNumber = (draft: BillingDocument, facts: Facts): ToNumber => ({
  kind: draft.kind,
  test: draft.test,
  year: numberingYear(draft, facts),
  settings: facts.settings,
});

/**
 * The next number of a series whose counters are locked with the audit chain, and the last civil
 * day of the series, for which the counters are more recent than data read before the lock.
 */
export async function nextNumberFor(
  context: Context,
  locked: ChainLock,
  { kind, test, year, settings }: ToNumber,
): Promise<{ number: NextNumber; seriesLastOn?: string }> {
  const { tx, now, seal } = context;
  const { head, series = [] } = locked;
  if (!head) throw new Error(`account ${context.accountId} has no audit chain`);
  // Before the number: if the series has future dates because of a wrong clock, the draft would be
  // blamed.
  assertClockCorrect({ test, head, seal }, now);
  const prefix = seriesOf(kind, test);
  const counters = await openYear(tx, series, { test, prefix, year });
  const years = await yearsOf(context, { series: [...series, counters], test, prefix, year });
  // The format of a series can change until its first number of the year; with the audit chain
  // locked it cannot.
  const today = counters.last === 0 ? (await settingsOf(tx)).settings : settings;
  const days = years.flatMap(({ lastOn }) => lastOn ?? []);
  const number = { ...nextNumber(kind, { test, year, last: counters.last }, today), year };
  return { number, ...(days.length > 0 && { seriesLastOn: days.reduce((a, b) => (a > b ? a : b)) }) };
}

/**
 * After waiting for the locks, a year opened meanwhile is not visible. This only matters if the
 * year may have ended during the wait, so look again.
 */
async function yearsOf(
  { tx, now }: Context,
  { series, test, prefix, year }: { series: readonly SeriesState[]; test: boolean; prefix: string; year: number },
): Promise<readonly SeriesState[]> {
  return isThisYear(year, now) ? series : seriesToday(tx, { test, prefix });
}
