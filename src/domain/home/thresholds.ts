import type { AccountSettings } from '../account/settings.ts';
import { type Cents, cents } from '../money/cents.ts';
import { proportion } from '../money/rounding.ts';
import { addDays, addMonths, type CivilDay, daysBetween, yearOf } from '../time/civil-day.ts';
import { franchiseRows, microRows, rowOn, type ThresholdRow } from './threshold-rows.ts';
import type { Sold, TurnoverPart } from './turnover-part.ts';
import { type Span, turnoverForThreshold } from './turnover-sums.ts';

export const thresholdNames = ['micro_goods', 'micro_services', 'franchise_goods', 'franchise_services'] as const;
type ThresholdName = (typeof thresholdNames)[number];

/** The consequence of the current turnover; `nearing` from 80 % on. */
export const consequences = ['none', 'nearing', 'second_year', 'leaves_next_year', 'vat_next_year', 'vat_now'] as const;
type Consequence = (typeof consequences)[number];

/**
 * The state of an account against one threshold in a civil year. Cents of its currency, tax
 * excluded.
 */
export type Threshold = {
  readonly name: ThresholdName;
  readonly how: TurnoverPart['how'];
  /** For goods: the total turnover, if both are sold (CGI art. 50-0, 1; 293 B, I). */
  readonly turnover: Cents;
  /** In the first year, prorated by the days of activity. */
  readonly limit: Cents;
  readonly upper?: Cents;
  /** Per thousand of the limit. */
  readonly permille: number;
  /** Days of activity in the first year. */
  readonly proRataDays?: number;
  /** The turnover if everything owed were paid this year. */
  readonly withOwed?: Cents;
  readonly isCrossed: boolean;
  /** The day the turnover exceeded the upper threshold. */
  readonly upperCrossedOn?: CivilDay;
  /** The day this year on which the limit is exceeded at the pace of the last three months. */
  readonly crossesOn?: CivilDay;
  readonly lastYear: { readonly turnover: Cents; readonly limit: Cents; readonly isCrossed: boolean };
  readonly consequence: Consequence;
  /** The day from which the consequence applies. */
  readonly from?: CivilDay;
  readonly source: string;
  readonly saidOn: CivilDay;
};

/** The input for computing the thresholds. */
export type Standing = {
  readonly settings: Pick<AccountSettings, 'vatRegime' | 'currency' | 'emitter' | 'activityBeganOn'>;
  readonly parts: readonly TurnoverPart[];
  /** The last day that counts: today, or the last day of a past year. */
  readonly day: CivilDay;
  /** Whether that day is today, so that the year is not over. */
  readonly isRunning: boolean;
  /** The receivables, tax excluded. */
  readonly owedNet: Cents;
};

/**
 * The state of an account against the thresholds of its regime: the micro regime counts collected
 * turnover, the franchise invoiced turnover. Accounts that sell services only have the threshold of
 * services; those that sell goods have that of goods for the total, and that of services for
 * services. Amounts are euros: an account in another currency has none.
 */
export function thresholdsOf(standing: Standing): Threshold[] {
  const { settings } = standing;
  if (settings.currency !== 'EUR') return [];
  const regimes = [
    ...(settings.emitter.legalStatus === 'micro_enterprise' ? (['micro'] as const) : []),
    ...(settings.vatRegime === 'franchise' ? (['franchise'] as const) : []),
  ];
  return regimes.flatMap((regime) => {
    const how = regime === 'micro' ? 'collected' : 'invoiced';
    const [goods, services] = [hasSold(standing, how, 'goods'), hasSold(standing, how, 'services')];
    const sorts = [...(goods ? (['goods'] as const) : []), ...(services || !goods ? (['services'] as const) : [])];
    return sorts.map((sold) => thresholdOf(standing, { regime, how, sold }));
  });
}

type ThresholdKey = { readonly regime: 'micro' | 'franchise'; readonly how: TurnoverPart['how']; readonly sold: Sold };

function thresholdOf(standing: Standing, { regime, how, sold }: ThresholdKey): Threshold {
  const { settings, parts, day } = standing;
  const rows = regime === 'micro' ? microRows : franchiseRows;
  const of = (span: Span): Cents =>
    turnoverForThreshold(parts, { how, span, sold: sold === 'goods' ? undefined : sold });
  const row = rowOn(rows, day);
  const { limit, proRataDays } = limitOf(row, sold, yearOf(day), settings.activityBeganOn);
  const turnover = of(upTo(day));
  const lastDay = `${yearOf(day) - 1}-12-31`;
  const before = of(upTo(lastDay));
  // The law of a year sets the limit for the turnover of the year before (CGI art. 50-0, 1; 102
  // ter, 1; 293 B, I).
  const beforeLimit = limitOf(row, sold, yearOf(lastDay), settings.activityBeganOn).limit;
  const upper = row.upper === undefined ? undefined : cents(row.upper[sold]);
  const upperCrossedOn = upper === undefined ? undefined : firstDayPast(standing, upper, of);
  const state = {
    turnover,
    limit,
    isCrossed: turnover > limit,
    wasCrossed: before > beforeLimit,
    upperCrossedOn,
  };
  const crossesOn = standing.isRunning && !state.isCrossed ? projected(standing, { turnover, limit, of }) : undefined;
  return {
    ...{ name: `${regime}_${sold}` as ThresholdName, how, turnover, limit, isCrossed: state.isCrossed },
    permille: limit === 0 ? 0 : proportion(turnover, 1_000, limit),
    ...(upper !== undefined && { upper }),
    ...(proRataDays !== undefined && { proRataDays }),
    ...(regime === 'micro' && standing.isRunning && { withOwed: cents(turnover + standing.owedNet) }),
    ...(upperCrossedOn !== undefined && { upperCrossedOn }),
    ...(crossesOn !== undefined && { crossesOn }),
    lastYear: { turnover: before, limit: beforeLimit, isCrossed: state.wasCrossed },
    ...(regime === 'micro' ? microConsequence(state, day) : franchiseConsequence(state, row, day)),
    ...{ source: row.source, saidOn: row.saidOn },
  };
}

type State = {
  readonly turnover: Cents;
  readonly limit: Cents;
  readonly isCrossed: boolean;
  readonly wasCrossed: boolean;
  readonly upperCrossedOn: CivilDay | undefined;
};
type Follows = { readonly consequence: Consequence; readonly from?: CivilDay };

/**
 * The micro regime ends on 1 January after two consecutive years above the limit (CGI art. 50-0, 1
 * and 102 ter, 1).
 */
function microConsequence({ turnover, limit, isCrossed, wasCrossed }: State, day: CivilDay): Follows {
  if (isCrossed && wasCrossed) return { consequence: 'leaves_next_year', from: newYearAfter(day) };
  if (isCrossed) return { consequence: 'second_year', from: newYearAfter(day) };
  return nearing(turnover, limit);
}

/**
 * Above the base, VAT is charged from 1 January of the next year; above the upper threshold, from
 * the day it is exceeded (CGI art. 293 B, II).
 */
function franchiseConsequence(state: State, { toleratesOneYear }: ThresholdRow, day: CivilDay): Follows {
  const { turnover, limit, isCrossed, wasCrossed, upperCrossedOn } = state;
  if (toleratesOneYear) {
    if (upperCrossedOn !== undefined) return { consequence: 'vat_now', from: `${upperCrossedOn.slice(0, 7)}-01` };
    if (isCrossed) return { consequence: wasCrossed ? 'vat_next_year' : 'second_year', from: newYearAfter(day) };
    return nearing(turnover, limit);
  }
  if (wasCrossed) return { consequence: 'vat_now', from: `${yearOf(day)}-01-01` };
  if (upperCrossedOn !== undefined) return { consequence: 'vat_now', from: upperCrossedOn };
  if (isCrossed) return { consequence: 'vat_next_year', from: newYearAfter(day) };
  return nearing(turnover, limit);
}

const NEARING_PERCENT = 80;
const nearing = (turnover: Cents, limit: Cents): Follows => ({
  consequence: turnover * 100 >= limit * NEARING_PERCENT ? 'nearing' : 'none',
});

const newYearAfter = (day: CivilDay): CivilDay => `${yearOf(day) + 1}-01-01`;
const upTo = (day: CivilDay): Span => ({ from: `${yearOf(day)}-01-01`, to: day });

/**
 * The limit of a year; in the first year prorated by its days of activity, first day included (CGI
 * art. 50-0, 293 D, II).
 */
function limitOf(
  row: ThresholdRow,
  sold: Sold,
  year: number,
  beganOn: CivilDay | undefined,
): { limit: Cents; proRataDays?: number } {
  const whole = cents(row.base[sold]);
  if (beganOn === undefined || yearOf(beganOn) !== year) return { limit: whole };
  const proRataDays = daysBetween(beganOn, `${year}-12-31`) + 1;
  const days = daysBetween(`${year}-01-01`, `${year}-12-31`) + 1;
  return proRataDays === days ? { limit: whole } : { limit: proportion(whole, proRataDays, days), proRataDays };
}

/** Whether any were sold this year or the year before. */
function hasSold({ parts, day }: Standing, how: TurnoverPart['how'], sold: Sold): boolean {
  const from = `${yearOf(day) - 1}-01-01`;
  return parts.some(
    (part) =>
      part.how === how &&
      part.sold === sold &&
      part.key !== 'disbursement' &&
      part.net !== 0 &&
      part.on >= from &&
      part.on <= day,
  );
}

/**
 * The first day of the year on which the turnover exceeded a limit; a later credit note does not
 * undo it.
 */
function firstDayPast({ parts, day }: Standing, limit: Cents, of: (span: Span) => Cents): CivilDay | undefined {
  const { from } = upTo(day);
  const taken = parts.filter(({ on, net }) => on >= from && on <= day && net > 0);
  // Only credit notes can lower the turnover: if the positive amounts stay below the limit, no day
  // needs to be checked.
  if (taken.reduce((all, { net, rate }) => all + net / rate, 0) <= limit) return undefined;
  const days = [...new Set(taken.map(({ on }) => on))].toSorted();
  return days.find((on) => of({ from, to: on }) > limit);
}

/**
 * The day this year on which the limit is exceeded at the pace of the last three months, or since
 * the activity began.
 */
function projected(
  { day, settings }: Standing,
  { turnover, limit, of }: { turnover: Cents; limit: Cents; of: (span: Span) => Cents },
): CivilDay | undefined {
  const threeMonths = addDays(addMonths(day, -3), 1);
  const began = settings.activityBeganOn;
  const from = began !== undefined && began > threeMonths && began <= day ? began : threeMonths;
  const recent = of({ from, to: day });
  if (recent <= 0) return undefined;
  const days = daysBetween(from, day) + 1;
  // The first whole day on which more than the remaining amount has been collected.
  const on = Math.floor(((limit - turnover) * days) / recent) + 1;
  const left = daysBetween(day, `${yearOf(day)}-12-31`);
  return on <= left ? addDays(day, on) : undefined;
}
