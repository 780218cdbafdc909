import type { Cents } from '../../money/cents.ts';
import { roundedRatio, type Step } from '../../money/rounding.ts';
import { addDays, type CivilDay, daysBetween } from '../../time/civil-day.ts';
import type { BasisPoints } from '../../vat/vat-code.ts';
import type { LatePenalty } from '../document/terms/payment-terms.ts';

/**
 * The lump sum for recovery costs between professionals, always in euro cents (C. com. art.
 * D441-5).
 */
export const LUMP_SUM = 4_000 as Cents;

/** Days per year for penalties, also in leap years. */
const DAYS_OF_YEAR = 365;
const WHOLE = 10_000;

/**
 * What is owed, since when, and until when: civil days of the account's zone, cents of the
 * document's currency.
 */
export type Lateness = {
  readonly remaining: Cents;
  readonly dueOn: CivilDay;
  readonly on: CivilDay;
  readonly step?: Step;
};

/** A rate from the first day of a half-year, in basis points. */
type HalfYear = { readonly since: CivilDay; readonly rate: BasisPoints; readonly source: string };

/**
 * Penalties from the day after the due day to `on`, inclusive: remaining amount × yearly rate ×
 * days ÷ 365, each half-year at its own rate, rounded once to the nearest cent, half up (C. com.
 * art. L441-10 II: due without a reminder, between professionals). Late partial payments are
 * ignored: only the remaining amount counts. Zero until the due day. Undefined if a rate is
 * unknown: custom wording, or a half-year after this version. `rate` (basis points per year)
 * replaces it on all days.
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

/** The yearly rate of a late-payment term on a day, basis points; undefined if unknown. */
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

/** The published rates: add a row for a new half-year, never edit one. */
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
  // The rate of 1 January applies in the first half-year, that of 1 July in the second (L441-10
  // II).
  bce_director_rate_plus_ten_points: {
    times: 1,
    plus: 1_000,
    rates: [ecb('2025-01-01', 315), ecb('2025-07-01', 215), ecb('2026-01-01', 215), ecb('2026-07-01', 240)],
  },
};

const dayAfterHalfYear = (day: CivilDay): CivilDay =>
  day.slice(5, 7) < '07' ? `${day.slice(0, 4)}-07-01` : `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}-01-01`;
const earlier = (one: CivilDay, other: CivilDay): CivilDay => (one < other ? one : other);
