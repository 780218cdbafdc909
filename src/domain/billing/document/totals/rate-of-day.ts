import type { AccountSettings } from '../../../account/settings.ts';
import type { CurrencyCode, DocumentCurrency } from '../../../money/currency.ts';
import { dayInEuroZone } from '../../../money/rate-calendar.ts';
import { currencyOn } from '../../../money/rate-on-day.ts';
import type { ReferenceRate } from '../../../money/reference-rates.ts';
import { isRefusal, type Refused } from '../../../refusal.ts';
import type { CivilDay } from '../../../time/civil-day.ts';
import type { BillingDocument } from '../document.ts';

/** What is asked of the currency of a draft: its code, and a rate of one's own, the reference rate (null), or nothing said of it. */
type CurrencyAsked = { readonly code: CurrencyCode; readonly rate?: number | null | undefined };

/** What is known of rates: those that may hold for the draft, and whether they are fetched here. `now` is Unix seconds. */
type Known = {
  readonly settings: AccountSettings;
  readonly now: number;
  readonly rates: readonly ReferenceRate[];
  readonly isOn: boolean;
};

/** The day whose rate a draft has: that of its issue, and today where it is dated ahead. */
export const rateDayOf = ({ content }: BillingDocument, now: number): CivilDay =>
  dayInEuroZone(Math.min(content.timeline.emittedAt ?? now, now));

/**
 * A draft in the currency it is asked for. What is made of another document is in that one's currency, at its rate, and to say
 * so again changes nothing.
 */
export function withCurrency<D extends BillingDocument>(
  draft: D,
  asked: CurrencyAsked,
  known: Known,
): D | Refused<'currency_without_rate' | 'currency_of_parent'> {
  const has = draft.content.currency;
  if (draft.parentId !== undefined)
    return asked.code === has.code && (asked.rate ?? has.rate) === has.rate ? draft : { refused: 'currency_of_parent' };
  const currency = currencyAsked(draft, asked, known);
  return isRefusal(currency) ? currency : { ...draft, content: { ...draft.content, currency } };
}

/**
 * A rate of one's own goes before any other but the account's own currency, which is 1; then the rate that was agreed before, a
 * parity set by law, and the last reference rate known on the day.
 */
function currencyAsked(
  draft: BillingDocument,
  { code, rate }: CurrencyAsked,
  { settings, now, rates, isOn }: Known,
): DocumentCurrency | Refused<'currency_without_rate'> {
  const base = settings.currency;
  const has = draft.content.currency;
  const isSame = code === has.code && base === has.base;
  // One that was agreed is not asked for again, and a reference rate that is said as one's own moves no more.
  if (isSame && (rate === undefined || (rate === has.rate && has.origin !== 'ECB'))) return has;
  if (rate != null && code !== base) return { code, base, rate, origin: 'USER', at: now };
  const found = currencyOn(rates, { code, base, on: rateDayOf(draft, now), now, isOn });
  return 'because' in found ? { refused: 'currency_without_rate', currency: code, because: found.because } : found;
}

/**
 * Whether the rate of a document moves with the days: a draft at the reference rate. Finalization fixes it; what is made of
 * another document keeps that one's.
 */
export const followsReferenceRates = ({ sealed, parentId, content }: BillingDocument): boolean =>
  content.currency.origin === 'ECB' && !sealed && parentId === undefined;

/** A draft at the reference rate it has today, in the currency the account has today; where none is known, at the rate it had. */
export function withRateOfDay<D extends BillingDocument>(draft: D, known: Omit<Known, 'isOn'>): D {
  if (!followsReferenceRates(draft)) return draft;
  const { code } = draft.content.currency;
  const currency = currencyAsked(draft, { code, rate: null }, { ...known, isOn: true });
  return isRefusal(currency) ? draft : { ...draft, content: { ...draft.content, currency } };
}
