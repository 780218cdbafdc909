import { type Cents, cents, sum } from './cents.ts';
import { decimal } from './decimal.ts';
import { roundedRatio, type Step } from './rounding.ts';

/** A rate, in units of the document's currency for one of the account's, above zero; and the account currency's step. */
export type Exchange = { readonly rate: number; readonly step: Step };

/** An amount of the document's currency in the account's: amount ÷ rate, the rate taken exactly as it is written. */
export function exchanged(amount: Cents, { rate, step }: Exchange): Cents {
  const { numerator, denominator } = decimal(rate);
  return roundedRatio(BigInt(amount) * denominator, numerator, step);
}

/** Figures that must agree: tax excluded + Σ VAT details = tax included. */
export type AmountSet = { readonly net: Cents; readonly vat: readonly Cents[]; readonly total: Cents };

/**
 * The same figures in the account's currency, where they agree again: the tax included is converted and rounded, and
 * the others are floored and take the missing steps by largest remainder, ties to the tax excluded, then to the earlier
 * detail. Every figure is thus less than one step away from its exact conversion.
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

/** Toward minus infinity; `below` is above zero. */
function floored(above: bigint, below: bigint): { floor: number; remainder: bigint } {
  const rest = above % below;
  const remainder = rest < 0n ? rest + below : rest;
  return { floor: Number((above - remainder) / below), remainder };
}
