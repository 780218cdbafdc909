import type { CivilDay } from '../time/civil-day.ts';
import type { CurrencyCode, DocumentCurrency } from './currency.ts';
import { fixedRate } from './fixed-parity.ts';
import { instantOfRate, type RateAbsence, type ReferenceRate, rateAbsence, referenceRate } from './reference-rates.ts';

/**
 * A currency with the rate it has by itself on a day: the parity set by law, or else the last reference rate known; or why it has
 * none. `isOn`: reference rates are fetched here. `now` is Unix seconds, the moment a parity is dated by.
 */
export function currencyOn(
  known: readonly ReferenceRate[],
  { code, base, on, now, isOn }: { code: CurrencyCode; base: CurrencyCode; on: CivilDay; now: number; isOn: boolean },
): DocumentCurrency | { code: CurrencyCode; because: RateAbsence } {
  const fixed = fixedRate(base, code);
  if (fixed !== undefined) return { code, base, rate: fixed, origin: 'FIXED', at: now };
  const found = referenceRate(known, { code, base, on });
  if (!found) return { code, because: rateAbsence({ code, base }, { isOn }) };
  return { code, base, rate: found.rate, origin: 'ECB', at: instantOfRate(found.day) };
}
