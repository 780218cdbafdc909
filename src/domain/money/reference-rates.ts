import { addDays, type CivilDay, civilDayOf, daysBetween, isBefore } from '../time/civil-day.ts';
import { type CurrencyCode, currencyCodes, fixedParities } from './currency.ts';

/** A rate published by the European Central Bank on a day: units per euro. */
export type ReferenceRate = { readonly day: CivilDay; readonly code: CurrencyCode; readonly rate: number };

/**
 * Days a reference rate stays valid: the longest pause of TARGET, Easter, is five days between
 * rates.
 */
export const RATE_DAYS_MAX = 7;

/** Significant digits of a rate between two non-euro currencies: the maximum the ECB publishes. */
const CROSS_DIGITS = 6;

/** Offshore renminbi (CNH) has no reference rate; the published CNY is another market. */
const neverPublished: ReadonlySet<CurrencyCode> = new Set<CurrencyCode>(['CNH']);

/** Our currencies that the ECB quotes against the euro. */
export const quotedCurrencies: readonly CurrencyCode[] = currencyCodes.filter(
  (code) => fixedParities[code] === undefined && !neverPublished.has(code),
);

/**
 * Why a currency has no reference rate: the ECB never publishes it, this installation does not
 * fetch rates, or none of the last 7 days is known.
 */
export type RateAbsence = 'never_published' | 'off' | 'none_recent';

export function rateAbsence(
  { code, base }: { code: CurrencyCode; base: CurrencyCode },
  { isOn }: { isOn: boolean },
): RateAbsence {
  if (neverPublished.has(code) || neverPublished.has(base)) return 'never_published';
  return isOn ? 'none_recent' : 'off';
}

/** The possible days of a rate that applies on a day. */
export const rateDaysFor = (on: CivilDay): { from: CivilDay; to: CivilDay } => ({
  from: addDays(on, -RATE_DAYS_MAX),
  to: on,
});

/**
 * The last reference rate known on a day (CGI art. 266, 1 bis: the last one known on the day the
 * tax becomes due): units of `code` per unit of `base`. Between two non-euro currencies it is the
 * quotient of their rates of the same day, to six significant digits. Undefined if none of the last
 * 7 days is known.
 */
export function referenceRate(
  known: readonly ReferenceRate[],
  { code, base, on }: { code: CurrencyCode; base: CurrencyCode; on: CivilDay },
): { rate: number; day: CivilDay } | undefined {
  const { from, to } = rateDaysFor(on);
  const days = [...new Set(known.map(({ day }) => day))].filter((day) => !isBefore(day, from) && !isBefore(to, day));
  for (const day of days.sort().reverse()) {
    const forEuro = (currency: CurrencyCode): number | undefined =>
      fixedParities[currency] ?? known.find((each) => each.day === day && each.code === currency)?.rate;
    const [one, other] = [forEuro(base), forEuro(code)];
    if (one !== undefined && other !== undefined)
      return { rate: one === 1 ? other : Number((other / one).toPrecision(CROSS_DIGITS)), day };
  }
  return undefined;
}

/**
 * The time of day (UTC seconds) stored for a rate, chosen so that it is the same day from Tahiti to
 * Wallis.
 */
const INSTANT_SECONDS = 11 * 3_600;

/** The stored instant of a rate's day, Unix seconds. */
export const instantOfRate = (day: CivilDay): number => Date.parse(`${day}T00:00:00Z`) / 1000 + INSTANT_SECONDS;

/** Whether a rate of that instant is still valid on a day. */
export function isRecentRate(at: number, on: CivilDay): boolean {
  const age = daysBetween(civilDayOf(at, 'UTC'), on);
  return age >= 0 && age <= RATE_DAYS_MAX;
}
