import { allocate } from '../money/allocate.ts';
import { type Cents, cents } from '../money/cents.ts';
import { proportion, type Step } from '../money/rounding.ts';
import { type Amount, amountOf, type Breakdown, keysOf, minus, taxIncluded, totalOf } from '../vat/breakdown.ts';

/** A movement of money on an invoice or an advance, by the id of the payment or credit note. */
export type MoneyMovement =
  | { readonly what: 'paid'; readonly id: string; readonly amount: Cents }
  | { readonly what: 'reversed'; readonly id: string; readonly reversesId: string }
  | { readonly what: 'credited'; readonly id: string; readonly breakdown: Breakdown }
  | { readonly what: 'refunded'; readonly id: string; readonly creditNoteId: string };

/** The amount of an invoice or advance after deductions, and its movements in order. */
export type ClaimHistory = { readonly due: Breakdown; readonly step: Step; readonly moved: readonly MoneyMovement[] };

/**
 * The split of each payment, counter-entry and refund by key, negative for money returned. A
 * payment is split in proportion to what was left of each key at that time, so that the last one
 * leaves zero; a counter-entry reverses the split of its payment; a refund returns what its credit
 * note took, as far as it had been paid.
 */
export function sharesOf({ due, step, moved }: ClaimHistory): ReadonlyMap<string, Breakdown> {
  const shares = new Map<string, Breakdown>();
  const credited = new Map<string, Breakdown>();
  let rest = due;
  for (const each of moved) {
    if (each.what === 'credited') {
      credited.set(each.id, each.breakdown);
      rest = minus(rest, each.breakdown);
      continue;
    }
    const share = shareOf(each, { rest, due, step, shares, credited });
    shares.set(each.id, share);
    rest = minus(rest, share);
  }
  return shares;
}

type Known = {
  readonly rest: Breakdown;
  readonly due: Breakdown;
  readonly step: Step;
  readonly shares: ReadonlyMap<string, Breakdown>;
  readonly credited: ReadonlyMap<string, Breakdown>;
};

function shareOf(moved: Exclude<MoneyMovement, { what: 'credited' }>, known: Known): Breakdown {
  const { rest, due, step, shares, credited } = known;
  if (moved.what === 'reversed') return minus({}, shares.get(moved.reversesId) ?? {});
  if (moved.what === 'paid') {
    const left = aboveZero(rest);
    return partOf(taxIncluded(totalOf(left)) >= moved.amount ? left : due, moved.amount, step);
  }
  const note = credited.get(moved.creditNoteId) ?? {};
  const overpaid = cents(Math.max(0, -taxIncluded(totalOf(rest))));
  return minus({}, partOf(note, cents(Math.min(overpaid, taxIncluded(totalOf(note)))), step));
}

/**
 * A tax-included part of a breakdown, split over its keys; the whole breakdown if the part is all
 * of it.
 */
function partOf(whole: Breakdown, amount: Cents, step: Step): Breakdown {
  if (amount === taxIncluded(totalOf(whole))) return whole;
  const keys = keysOf(whole);
  const parts = allocate(
    amount,
    keys.map((key) => taxIncluded(amountOf(whole, key))),
    step,
  );
  return Object.fromEntries(keys.map((key, place) => [key, split(amountOf(whole, key), parts[place] as Cents, step)]));
}

/** The net and VAT of a tax-included part of one key. */
function split(whole: Amount, part: Cents, step: Step): Amount {
  const all = taxIncluded(whole);
  if (part === all) return whole;
  const net = all === 0 ? part : proportion(part, whole.net, all, step);
  return { net, vat: cents(part - net) };
}

/** The keys with a positive remainder. */
const aboveZero = (rest: Breakdown): Breakdown =>
  Object.fromEntries(
    keysOf(rest).flatMap((key) => (taxIncluded(amountOf(rest, key)) > 0 ? [[key, amountOf(rest, key)]] : [])),
  );
