import { type Cents, cents, sum } from './cents.ts';
import { decimal } from './decimal.ts';
import { roundedRatio, type Step } from './rounding.ts';

/**
 * A positive rate in units of the document's currency per unit of the account's, and the step of
 * the account's currency.
 */
export type Exchange = { readonly rate: number; readonly step: Step };

/**
 * Converts an amount from the document's to the account's currency: amount ÷ rate, using the exact
 * decimal rate.
 */
export function exchanged(amount: Cents, { rate, step }: Exchange): Cents {
  const { numerator, denominator } = decimal(rate);
  return roundedRatio(BigInt(amount) * denominator, numerator, step);
}

/** Figures that add up: net + Σ VAT details = total. */
export type AmountSet = { readonly net: Cents; readonly vat: readonly Cents[]; readonly total: Cents };

/**
 * Converts figures to the account's currency so that they add up again: the total is converted and
 * rounded; the others are floored and get the missing steps by largest remainder, on a tie first
 * the net, then the earlier detail. Each figure is less than one step from its exact conversion.
 */
export function exchangedSet(
  set: { readonly net: Cents; readonly vat: readonly Cents[] },
  exchange: Exchange,
): AmountSet {
  const { numerator: below, denominator: above } = decimal(exchange.rate);
  const total = exchanged(sum([set.net, ...set.vat]), exchange);
  const unit = below * BigInt(exchange.step);
  const shares = [set.net, ...set.vat].map((amount) => floored(BigInt(amount) * above, unit));
  const missing = total / exchange.step - shares.reduce((all, share) => all + share.floor, 0);
  const first = [...shares].sort((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder));
  for (const share of first.slice(0, missing)) share.floor += 1;
  const [net = 0, ...vat] = shares.map((share) => share.floor * exchange.step);
  return { net: cents(net), vat: vat.map(cents), total };
}

/** Floors toward minus infinity; `below` is positive. */
function floored(above: bigint, below: bigint): { floor: number; remainder: bigint } {
  const rest = above % below;
  const remainder = rest < 0n ? rest + below : rest;
  return { floor: Number((above - remainder) / below), remainder };
}
