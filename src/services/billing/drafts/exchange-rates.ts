import { referenceRates } from '../../../db/reference-rates.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import {
  followsReferenceRates,
  rateDayOf,
  withRateOfDay,
} from '../../../domain/billing/document/totals/rate-of-day.ts';
import type { CurrencyCode } from '../../../domain/money/currency.ts';
import { type ReferenceRate, rateDaysFor } from '../../../domain/money/reference-rates.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';

/** A loaded document with the account's settings. */
type Read = { readonly document: BillingDocument; readonly settings: AccountSettings };

/**
 * The rates `withRateOfDay` needs for these documents; undefined, without a query, if none follows
 * the rates.
 */
export async function ratesOfDrafts(
  context: Pick<Context, 'tx' | 'now'>,
  read: readonly Read[],
): Promise<readonly ReferenceRate[] | undefined> {
  const following = read.filter(({ document }) => followsReferenceRates(document));
  if (following.length === 0) return undefined;
  return ratesAround(context, {
    days: following.map(({ document }) => rateDayOf(document, context.now)),
    codes: following.flatMap(({ document, settings }) => [document.content.currency.code, settings.currency]),
  });
}

/** The rates that may apply to currencies on given days: from these days and the week before. */
export function ratesAround(
  { tx }: Pick<Context, 'tx'>,
  { days, codes }: { days: readonly CivilDay[]; codes: readonly CurrencyCode[] },
): Promise<ReferenceRate[]> {
  const sorted = [...days].sort();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  return referenceRates(tx, { from: rateDaysFor(first).from, to: last, codes: [...new Set(codes)] });
}

/** The same documents; those that follow the reference rates get the rate of their day. */
export async function atRatesOfDay<const R extends readonly Read[]>(
  context: Pick<Context, 'tx' | 'now'>,
  read: R,
): Promise<R> {
  const rates = await ratesOfDrafts(context, read);
  if (!rates) return read;
  const { now } = context;
  return read.map((each) => ({
    ...each,
    document: withRateOfDay(each.document, { settings: each.settings, now, rates }),
  })) as unknown as R;
}
