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

/** What an advance asks for: plain percent (30, 5.5) of the tax included of its base, or cents, tax included. */
export type RequestedAdvance =
  | { readonly mode: 'PERCENTAGE'; readonly percentage: number }
  | { readonly mode: 'AMOUNT'; readonly amount: Cents };

export type AdvanceExceedsRemaining = { readonly refused: 'advance_exceeds_remaining'; readonly remaining: Cents };

/**
 * Shares an advance, tax included, over the keys in proportion to what remains of each, and splits every share by what
 * remains of its tax excluded and VAT. Always from what remains, never by the rate: so no key is ever drawn past zero,
 * and the advance that takes all of it takes it to the cent. VAT is due on the advance when it is cashed (CGI art. 269, 2).
 * `amount` is a whole number of steps, as `askedAmount` gives it; `remaining` is what remains of the advance's base.
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
  // A share of nothing is nothing, and what comes to nothing tax included has no proportions to split by.
  if (share === 0) return { net: cents(0), vat: cents(0) };
  const net = proportion(share, left.net, taxIncluded(left), step);
  return { net, vat: cents(share - net) };
}

/** What an advance is computed on: every key, the disbursements only where they are asked for. */
export const advanceBase = (estimate: Breakdown, includeDisbursement: boolean): Breakdown =>
  includeDisbursement ? estimate : withoutDisbursement(estimate);

/** What is asked for, in cents, tax included; a percentage is always of the whole base, not of what remains of it. */
export function askedAmount(asked: RequestedAdvance, base: Breakdown, step: Step): Cents {
  if (asked.mode === 'AMOUNT') return proportion(asked.amount, 1, 1, step);
  const { numerator, denominator } = decimal(asked.percentage);
  return roundedRatio(BigInt(taxIncluded(totalOf(base))) * numerator, 100n * denominator, step);
}

/** What else is taken of the base a share is asked of. */
export type Beside = {
  readonly base: Breakdown;
  /** The other advances on the base, as they were asked for. */
  readonly others: readonly RequestedAdvance[];
  /** What they leave of the base, in cents, tax included. */
  readonly left: Cents;
  readonly step: Step;
  /** What the estimate announced the advance with, where it did. */
  readonly announced?: Cents | undefined;
};

/**
 * What is asked for beside others, in cents, tax included. Percentages are rounded one by one, so shares of 100 % in all need not
 * add up: the one that completes 100 % is what the others leave, and one that passes what is left by no more than these roundings
 * takes what is left.
 */
export function amountBeside(asked: RequestedAdvance, { base, others, left, step, announced }: Beside): Cents {
  const rounded = announced ?? askedAmount(asked, base, step);
  if (asked.mode === 'AMOUNT') return rounded;
  const all = [...others, asked];
  const percentages = all.flatMap((one) => (one.mode === 'PERCENTAGE' ? [decimal(one.percentage)] : []));
  // Denominators are powers of ten, so that the largest is a multiple of each.
  const scale = percentages.reduce((most, { denominator }) => (denominator > most ? denominator : most), 1n);
  const whole = BigInt(taxIncluded(totalOf(base)));
  const inParts = (one: RequestedAdvance): bigint => {
    if (one.mode === 'AMOUNT') return BigInt(askedAmount(one, base, step)) * 100n * scale;
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
 * What an advance asks for when nobody says: 30 % of its base, or from the fourth on half of what remains, as an amount.
 * `earlier` counts the advances before it that are not canceled.
 */
export function defaultAsked(facts: { earlier: number; remaining: Breakdown; step: Step }): RequestedAdvance {
  const { earlier, remaining, step } = facts;
  if (earlier < ADVANCES_OF_THE_BASE) return { mode: 'PERCENTAGE', percentage: DEFAULT_PERCENTAGE };
  const half = { mode: 'PERCENTAGE', percentage: DEFAULT_PERCENTAGE_OF_REMAINING } as const;
  return { mode: 'AMOUNT', amount: askedAmount(half, remaining, step) };
}

/** Three advances of 30 % of the base make 90 %; from the fourth on, half of what remains never runs out. */
const ADVANCES_OF_THE_BASE = 3;
const DEFAULT_PERCENTAGE = 30;
const DEFAULT_PERCENTAGE_OF_REMAINING = 50;

export type PlannedAdvances = {
  /** One per planned advance, in their order. */
  readonly shares: readonly Breakdown[];
  /** All planned advances together. */
  readonly planned: Amount;
  /** What remains of the estimate, disbursements included, after them. */
  readonly remaining: Amount;
  /** Whether they ask for more than there is. Each then takes what the earlier ones left. */
  readonly exceeds: boolean;
};

/** The advances an estimate announces, as if they were made one after the other, without the disbursements. */
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
