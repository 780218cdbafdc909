import { allocate } from '../../money/allocate.ts';
import { type Cents, cents } from '../../money/cents.ts';
import { decimal } from '../../money/decimal.ts';
import { proportion, roundedRatio, type Step } from '../../money/rounding.ts';
import {
  type Amount,
  amountOf,
  type Breakdown,
  keysOf,
  minus,
  plus,
  type ShareKey,
  taxIncluded,
  totalOf,
  withoutDisbursement,
} from '../../vat/breakdown.ts';

/**
 * The requested amount of an advance: plain percent (30, 5.5) of its tax-included base, or
 * tax-included cents.
 */
export type RequestedAdvance =
  | { readonly mode: 'PERCENTAGE'; readonly percentage: number }
  | { readonly mode: 'AMOUNT'; readonly amount: Cents };

export type AdvanceExceedsRemaining = { readonly refused: 'advance_exceeds_remaining'; readonly remaining: Cents };

/**
 * Splits a tax-included advance over the VAT keys in proportion to the remaining amount of each
 * key, and each share into net and VAT in the proportion of these two amounts. The split never uses
 * the rate, so no key goes below zero, and an advance of all that remains takes it to the cent. VAT
 * is due when the advance is paid (CGI art. 269, 2). `amount`: cents, a whole number of steps, as
 * `requestedAmount` returns it. `remaining`: what remains of the advance's base.
 */
export function shareOfAdvance(amount: Cents, remaining: Breakdown, step: Step): Breakdown | AdvanceExceedsRemaining {
  const all = taxIncluded(totalOf(remaining));
  if (amount > all) return { refused: 'advance_exceeds_remaining', remaining: all };
  const keys = keysOf(remaining);
  const shares = allocate(
    amount,
    keys.map((key) => taxIncluded(amountOf(remaining, key))),
    step,
  );
  const breakdown: { -readonly [Key in ShareKey]?: Amount } = {};
  keys.forEach((key, index) => {
    breakdown[key] = splitShare(shares[index] as Cents, amountOf(remaining, key), step);
  });
  return breakdown;
}

function splitShare(share: Cents, left: Amount, step: Step): Amount {
  // A zero share stays zero: without a tax-included amount there is no proportion to split by.
  if (share === 0) return { net: cents(0), vat: cents(0) };
  const net = proportion(share, left.net, taxIncluded(left), step);
  return { net, vat: cents(share - net) };
}

/** The base of an advance: all keys, disbursements only on request. */
export const advanceBase = (estimate: Breakdown, includeDisbursement: boolean): Breakdown =>
  includeDisbursement ? estimate : withoutDisbursement(estimate);

/**
 * The requested amount in tax-included cents. A percentage applies to the whole base, not to what
 * remains.
 */
export function requestedAmount(asked: RequestedAdvance, base: Breakdown, step: Step): Cents {
  if (asked.mode === 'AMOUNT') return proportion(asked.amount, 1, 1, step);
  const { numerator, denominator } = decimal(asked.percentage);
  return roundedRatio(BigInt(taxIncluded(totalOf(base))) * numerator, 100n * denominator, step);
}

/** The other advances with the same base as the requested one. */
export type Beside = {
  readonly base: Breakdown;
  /** The requested amounts of these other advances. */
  readonly others: readonly RequestedAdvance[];
  /** What the other advances leave of the base, in tax-included cents. */
  readonly left: Cents;
  readonly step: Step;
  /** The amount that the estimate announced for the requested advance; absent if it did not. */
  readonly announced?: Cents | undefined;
};

/**
 * The requested amount beside other advances, in tax-included cents. Percentages are rounded one by
 * one, so shares of 100 % need not add up: the one that completes 100 % takes what the others
 * leave, and one that exceeds the remainder by at most these roundings takes the remainder.
 */
export function amountBeside(asked: RequestedAdvance, { base, others, left, step, announced }: Beside): Cents {
  const rounded = announced ?? requestedAmount(asked, base, step);
  if (asked.mode === 'AMOUNT') return rounded;
  const all = [...others, asked];
  const percentages = all.flatMap((one) => (one.mode === 'PERCENTAGE' ? [decimal(one.percentage)] : []));
  // Denominators are powers of ten, so the largest is a multiple of each.
  const scale = percentages.reduce((most, { denominator }) => (denominator > most ? denominator : most), 1n);
  const whole = BigInt(taxIncluded(totalOf(base)));
  const inParts = (one: RequestedAdvance): bigint => {
    if (one.mode === 'AMOUNT') return BigInt(requestedAmount(one, base, step)) * 100n * scale;
    const { numerator, denominator } = decimal(one.percentage);
    return whole * numerator * (scale / denominator);
  };
  const distance = inParts(asked) - BigInt(left) * 100n * scale;
  const roundings = BigInt(percentages.length * step) * 100n * scale;
  // Each rounding moves an amount by half a step at most.
  const isByRounding = 2n * (distance < 0n ? -distance : distance) <= roundings;
  const isLast = all.reduce((sum, one) => sum + inParts(one), 0n) === whole * 100n * scale;
  return isByRounding && (isLast || rounded > left) ? left : rounded;
}

/**
 * The default amount of an advance: 30 % of its base, from the fourth on half of what remains, as
 * an amount. `earlier` counts the earlier advances that are not canceled.
 */
export function defaultRequest(facts: { earlier: number; remaining: Breakdown; step: Step }): RequestedAdvance {
  const { earlier, remaining, step } = facts;
  if (earlier < ADVANCES_OF_THE_BASE) return { mode: 'PERCENTAGE', percentage: DEFAULT_PERCENTAGE };
  const half = { mode: 'PERCENTAGE', percentage: DEFAULT_PERCENTAGE_OF_REMAINING } as const;
  return { mode: 'AMOUNT', amount: requestedAmount(half, remaining, step) };
}

/**
 * Three advances of 30 % of the base make 90 %; from the fourth on, half of the remainder never
 * runs out.
 */
const ADVANCES_OF_THE_BASE = 3;
const DEFAULT_PERCENTAGE = 30;
const DEFAULT_PERCENTAGE_OF_REMAINING = 50;

export type PlannedAdvances = {
  /** One per planned advance, in order. */
  readonly shares: readonly Breakdown[];
  /** The sum of all planned advances. */
  readonly planned: Amount;
  /** What remains of the estimate after the planned advances, disbursements included. */
  readonly remaining: Amount;
  /**
   * Whether the planned advances exceed the estimate. Each then takes what the earlier ones left.
   */
  readonly exceeds: boolean;
};

/**
 * The advances an estimate announces, computed as if made one after the other, without
 * disbursements.
 */
export function plannedAdvances(
  estimate: Breakdown,
  planned: readonly RequestedAdvance[],
  step: Step,
): PlannedAdvances {
  const base = advanceBase(estimate, false);
  const shares: Breakdown[] = [];
  let taken: Breakdown = {};
  let exceeds = false;
  for (const [place, asked] of planned.entries()) {
    const left = minus(base, taken);
    const most = cents(Math.max(taxIncluded(totalOf(left)), 0));
    const amount = amountBeside(asked, { base, others: planned.slice(0, place), left: most, step });
    exceeds ||= amount > most;
    const share = shareOfAdvance(cents(Math.min(amount, most)), left, step);
    shares.push('refused' in share ? {} : share);
    taken = plus(taken, 'refused' in share ? {} : share);
  }
  return { shares, planned: totalOf(taken), remaining: totalOf(minus(estimate, taken)), exceeds };
}
