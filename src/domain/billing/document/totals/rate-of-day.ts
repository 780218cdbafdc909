import type { AccountSettings } from '../../../account/settings.ts';
import type { CurrencyCode, DocumentCurrency } from '../../../money/currency.ts';
import { dayInEuroZone } from '../../../money/rate-calendar.ts';
import { currencyOn } from '../../../money/rate-on-day.ts';
import type { ReferenceRate } from '../../../money/reference-rates.ts';
import { isRefusal, type Refused } from '../../../refusal.ts';
import type { CivilDay } from '../../../time/civil-day.ts';
import type { BillingDocument } from '../document.ts';

/**
 * The requested currency of a draft: its code, and a manual rate, null for the reference rate, or
 * undefined.
 */
type RequestedCurrency = { readonly code: CurrencyCode; readonly rate?: number | null | undefined };

/**
 * The known exchange rates, and whether this installation fetches reference rates. `now` is Unix
 * seconds.
 */
type Known = {
  readonly settings: AccountSettings;
  readonly now: number;
  readonly rates: readonly ReferenceRate[];
  readonly isOn: boolean;
};

/**
 * The day whose rate applies to a draft: its day of issue, or today if it is dated in the future.
 */
export const rateDayOf = ({ content }: BillingDocument, now: number): CivilDay =>
  dayInEuroZone(Math.min(content.timeline.emittedAt ?? now, now));

/**
 * A draft in the requested currency. A document created from another keeps the currency and rate of
 * that one; requesting the same again is allowed.
 */
export function withCurrency<D extends BillingDocument>(
  draft: D,
  asked: RequestedCurrency,
  known: Known,
): D | Refused<'currency_without_rate' | 'currency_of_parent'> {
  const has = draft.content.currency;
  if (draft.parentId !== undefined)
    return asked.code === has.code && (asked.rate ?? has.rate) === has.rate ? draft : { refused: 'currency_of_parent' };
  const currency = resolveCurrency(draft, asked, known);
  return isRefusal(currency) ? currency : { ...draft, content: { ...draft.content, currency } };
}

/**
 * The account's own currency has the rate 1. Otherwise, in this order: a manual rate, the rate
 * agreed before, a fixed parity, the last reference rate known on the day.
 */
function resolveCurrency(
  draft: BillingDocument,
  { code, rate }: RequestedCurrency,
  { settings, now, rates, isOn }: Known,
): DocumentCurrency | Refused<'currency_without_rate'> {
  const base = settings.currency;
  const has = draft.content.currency;
  const isSame = code === has.code && base === has.base;
  // An agreed rate stays. A reference rate that a client sends back becomes a manual rate.
  if (isSame && (rate === undefined || (rate === has.rate && has.origin !== 'ECB'))) return has;
  if (rate != null && code !== base) return { code, base, rate, origin: 'USER', at: now };
  const found = currencyOn(rates, { code, base, on: rateDayOf(draft, now), now, isOn });
  return 'because' in found ? { refused: 'currency_without_rate', currency: code, because: found.because } : found;
}

/**
 * Whether the rate of a document follows the reference rate: only on a draft. Finalization fixes
 * it, and a document created from another keeps that one's rate.
 */
export const followsReferenceRates = ({ sealed, parentId, content }: BillingDocument): boolean =>
  content.currency.origin === 'ECB' && !sealed && parentId === undefined;

/**
 * Updates a draft at the reference rate to today's rate and the account's current currency; without
 * a known rate it stays unchanged.
 */
export function withRateOfDay<D extends BillingDocument>(draft: D, known: Omit<Known, 'isOn'>): D {
  if (!followsReferenceRates(draft)) return draft;
  const { code } = draft.content.currency;
  const currency = resolveCurrency(draft, { code, rate: null }, { ...known, isOn: true });
  return isRefusal(currency) ? draft : { ...draft, content: { ...draft.content, currency } };
}
