import type { Cents } from '../../money/cents.ts';
import { roundedRatio, type Step } from '../../money/rounding.ts';
import { addDays, type CivilDay, daysBetween } from '../../time/civil-day.ts';
import type { BasisPoints } from '../../vat/vat-code.ts';
import type { LatePenalty } from '../document/terms/payment-terms.ts';

/** The lump sum for recovery costs between professionals, in euros whatever the document's currency (C. com. art. D441-5). */
export const LUMP_SUM = 4_000 as Cents;

/** Days of the year penalties are counted in, leap years too. */
const DAYS_OF_YEAR = 365;
const WHOLE = 10_000;

/** What is owed, since when, and to which day: days are civil days of the account's zone, amounts cents of the document. */
export type Lateness = {
  readonly remaining: Cents;
  readonly dueOn: CivilDay;
  readonly on: CivilDay;
  readonly step?: Step;
};

/** A rate that holds for a half-year, from its first day on. */
type HalfYear = { readonly since: CivilDay; readonly rate: BasisPoints; readonly source: string };

/**
 * Penalties from the day after the due day to `on`, that day included: what remains × the yearly rate × days ÷ 365, each half-year at its
 * own rate, rounded once, to the nearest cent, a half up (C. com. art. L441-10 II: due without a reminder, between professionals). What
 * was paid late in part is left out: the sum is counted on what remains. Zero until the due day. Undefined where a rate is not known: of
 * terms in the account's own words, of a half-year that came after this version; `rate`, basis points a year, says it for all of it.
 */
export function penaltyToTheDay(
  late: Lateness,
  { term, rate }: { readonly term?: LatePenalty['value']; readonly rate?: BasisPoints },
): Cents | undefined {
  let weighed = 0n;
  for (let from = addDays(late.dueOn, 1); from <= late.on; from = dayAfterHalfYear(from)) {
    const to = earlier(late.on, addDays(dayAfterHalfYear(from), -1));
    const yearly = rate ?? (term && penaltyRateOn(term, from));
    if (yearly === undefined) return undefined;
    weighed += BigInt(daysBetween(from, to) + 1) * BigInt(yearly);
  }
  return roundedRatio(BigInt(late.remaining) * weighed, BigInt(DAYS_OF_YEAR * WHOLE), late.step);
}

/** What a term of late payment costs a year on a day, basis points; undefined where that is not known. */
export function penaltyRateOn(term: LatePenalty['value'], day: CivilDay): BasisPoints | undefined {
  if (term === 'other') return undefined;
  const { rates, times, plus } = yearly[term];
  const found = rates.find(({ since }) => since <= day && day < dayAfterHalfYear(since));
  return found && ((found.rate * times + plus) as BasisPoints);
}

const bp = (rate: number): BasisPoints => rate as BasisPoints;
const legal = (since: CivilDay, rate: number, day: string): HalfYear => ({
  since,
  rate: bp(rate),
  source: `arrêté du ${day} (C. mon. fin. art. L313-2), créances professionnelles`,
});
const ecb = (since: CivilDay, rate: number): HalfYear => ({
  since,
  rate: bp(rate),
  source: `BCE, opérations principales de refinancement, taux en vigueur le ${since}`,
});

/** The rates terms are made of: a new half-year is a row more, never an edit. */
const yearly: Readonly<
  Record<Exclude<LatePenalty['value'], 'other'>, { rates: readonly HalfYear[]; times: number; plus: number }>
> = {
  three_time_legal_rate: {
    times: 3,
    plus: 0,
    rates: [
      legal('2025-01-01', 371, '16 décembre 2024'),
      legal('2025-07-01', 276, '19 juin 2025'),
      legal('2026-01-01', 262, '15 décembre 2025'),
      legal('2026-07-01', 275, '26 juin 2026'),
    ],
  },
  // That of the first of January holds for the first half-year, that of the first of July for the second (L441-10 II).
  bce_director_rate_plus_ten_points: {
    times: 1,
    plus: 1_000,
    rates: [ecb('2025-01-01', 315), ecb('2025-07-01', 215), ecb('2026-01-01', 215), ecb('2026-07-01', 240)],
  },
};

const dayAfterHalfYear = (day: CivilDay): CivilDay =>
  day.slice(5, 7) < '07' ? `${day.slice(0, 4)}-07-01` : `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}-01-01`;
const earlier = (one: CivilDay, other: CivilDay): CivilDay => (one < other ? one : other);
