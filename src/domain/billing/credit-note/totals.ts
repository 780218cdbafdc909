import { type Cents, cents } from '../../money/cents.ts';
import { proportion, type Step } from '../../money/rounding.ts';
import { type Amount, type Breakdown, taxIncluded } from '../../vat/breakdown.ts';
import { type Entry, type Totals, totalsWith } from '../document/totals/totals.ts';
import { amountOfFigures, figuresByRate, type KeyFigures, type KeySums } from '../document/totals/vat-key-figures.ts';

/**
 * The figures of a credit note with a parent. `rest` is what remains to credit per key: the parent, less the deductions
 * frozen in it and its finalized credit notes. Its VAT comes from that, never from the rate: the roundings of many
 * partial credit notes would add up to something else than the VAT of the invoice, and its VAT must come back exactly
 * (CGI art. 272, 1). `kept` is what the discount of the invoice takes off its lines (`remainingDiscount`). Whatever is entered
 * gets figures; whether they may be credited is `isCreditable`.
 */
export const creditTotals = (entry: Entry, rest: Breakdown, kept?: readonly Cents[]): Totals =>
  totalsWith(entry, (sums) => figuresFromRest(sums, rest[sums.key]), kept);

function figuresFromRest(sums: KeySums, rest: Amount | undefined): KeyFigures {
  const byRate = figuresByRate(sums);
  if (rest === undefined) return byRate;
  // Sales and returns, priced with and without tax in one key, need not follow the proportions of what they add up to.
  // The lines of the invoice copied as they are must still come to the invoice.
  const isMixed = sums.hasExcluded && sums.hasIncluded;
  if (isMixed && amountOfFigures(byRate).net === rest.net) return closing(byRate, rest, sums);
  // Tax-included lines come first: their price is a promise, what they leave is shared by the others.
  const included = includedFromRest(sums.included, rest, sums.step) ?? byRate.included;
  const left = { net: cents(rest.net - included.net), vat: cents(rest.vat - included.vat) };
  const vat = excludedVatFromRest(sums.excluded, left, sums.step) ?? byRate.excluded.vat;
  const figures = { included, excluded: { net: sums.excluded, vat } };
  return amountOfFigures(figures).net === rest.net ? closing(figures, rest, sums) : figures;
}

/** Taking all of the tax excluded takes all of the VAT, so that no cent of VAT stays behind that no line could credit. */
function closing(figures: KeyFigures, rest: Amount, { hasExcluded }: KeySums): KeyFigures {
  const difference = rest.vat - amountOfFigures(figures).vat;
  const group = hasExcluded ? 'excluded' : 'included';
  return { ...figures, [group]: { net: figures[group].net, vat: cents(figures[group].vat + difference) } };
}

/** Undefined where the rest has no proportions to split a price by: it comes to nothing, or its parts have opposite signs. */
function includedFromRest(total: Cents, rest: Amount, step: Step): Amount | undefined {
  const all = taxIncluded(rest);
  if (all === 0 || Math.sign(rest.net) * Math.sign(rest.vat) < 0) return undefined;
  const net = proportion(total, rest.net, all, step);
  return { net, vat: cents(total - net) };
}

/** Undefined where the lines give back instead of taking, or take more than is left: there the rate is the better guide. */
function excludedVatFromRest(net: Cents, left: Amount, step: Step): Cents | undefined {
  const isTaking = left.net > 0 ? net > 0 && net <= left.net : net < 0 && net >= left.net;
  return isTaking ? proportion(net, left.vat, left.net, step) : undefined;
}
