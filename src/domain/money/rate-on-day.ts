import type { CivilDay } from '../time/civil-day.ts';
import type { CurrencyCode, DocumentCurrency } from './currency.ts';
import { fixedRate } from './fixed-parity.ts';
import { instantOfRate, type RateAbsence, type ReferenceRate, rateAbsence, referenceRate } from './reference-rates.ts';

/**
 * A currency with its default rate on a day: the fixed parity, or the last known reference rate;
 * refused if there is neither. `isOn`: this installation fetches reference rates. `now`: Unix
 * seconds, the date of a parity.
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
