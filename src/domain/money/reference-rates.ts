import { addDays, type CivilDay, civilDayOf, daysBetween, isBefore } from '../time/civil-day.ts';
import { type CurrencyCode, currencyCodes, fixedParities } from './currency.ts';

/** A rate the European Central Bank published on a day: units for one euro. */
export type ReferenceRate = { readonly day: CivilDay; readonly code: CurrencyCode; readonly rate: number };

/** Days after which a reference rate is no rate any more: the longest pause of TARGET, Easter, is five days from rate to rate. */
export const RATE_DAYS_MAX = 7;

/** Significant digits of a rate between two currencies other than the euro: as many as the ECB writes at most. */
const CROSS_DIGITS = 6;

/** The renminbi of Hong Kong has no reference rate: CNY, which has, is another market's. */
const neverPublished: ReadonlySet<CurrencyCode> = new Set<CurrencyCode>(['CNH']);

/** The currencies of ours that the ECB quotes against the euro. */
export const quotedCurrencies: readonly CurrencyCode[] = currencyCodes.filter(
  (code) => fixedParities[code] === undefined && !neverPublished.has(code),
);

/** Why a currency has no reference rate: the ECB never publishes one, none is fetched here, or none of the last 7 days is known. */
export type RateAbsence = 'never_published' | 'off' | 'none_recent';

export function rateAbsence(
  { code, base }: { code: CurrencyCode; base: CurrencyCode },
  { isOn }: { isOn: boolean },
): RateAbsence {
  if (neverPublished.has(code) || neverPublished.has(base)) return 'never_published';
  return isOn ? 'none_recent' : 'off';
}

/** The days a rate for a day may be of. */
export const rateDaysFor = (on: CivilDay): { from: CivilDay; to: CivilDay } => ({
  from: addDays(on, -RATE_DAYS_MAX),
  to: on,
});

/**
 * The last reference rate known on a day (CGI art. 266, 1 bis: the last one known on the day the tax becomes due): units of
 * `code` for one unit of `base`. Between two currencies other than the euro it is the quotient of their rates of one day, to six
 * significant digits. Undefined where none of the last 7 days is known.
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

/** Seconds into its day, by UTC, of the instant that stands for a rate: from Tahiti to Wallis it is then the same day. */
const INSTANT_SECONDS = 11 * 3_600;

/** The instant that stands for the day of a rate, Unix seconds. */
export const instantOfRate = (day: CivilDay): number => Date.parse(`${day}T00:00:00Z`) / 1000 + INSTANT_SECONDS;

/** Whether a rate of such an instant may still be taken on a day. */
export function isRecentRate(at: number, on: CivilDay): boolean {
  const age = daysBetween(civilDayOf(at, 'UTC'), on);
  return age >= 0 && age <= RATE_DAYS_MAX;
}
