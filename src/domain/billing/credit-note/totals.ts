import { type Cents, cents } from '../../money/cents.ts';
import { proportion, type Step } from '../../money/rounding.ts';
import { type Amount, type Breakdown, taxIncluded } from '../../vat/breakdown.ts';
import { type Entry, type Totals, totalsWith } from '../document/totals/totals.ts';
import { amountOfFigures, figuresByRate, type KeyFigures, type KeySums } from '../document/totals/vat-key-figures.ts';

/**
 * The figures of a credit note with a parent, in cents. `rest` is the creditable remainder per key:
 * the parent minus its frozen deductions and finalized credit notes. The VAT comes from this
 * remainder, never from the rate: the roundings of many partial credit notes would not add up to
 * the VAT of the invoice, which must be reversed exactly (CGI art. 272, 1). `kept` is what the
 * invoice's discount takes off the lines (`remainingDiscount`). Every entry gets figures;
 * `isCreditable` decides whether they are allowed.
 */
export const creditTotals = (entry: Entry, rest: Breakdown, kept?: readonly Cents[]): Totals =>
  totalsWith(entry, (sums) => figuresFromRest(sums, rest[sums.key]), kept);

function figuresFromRest(sums: KeySums, rest: Amount | undefined): KeyFigures {
  const byRate = figuresByRate(sums);
  if (rest === undefined) return byRate;
  // Sales and returns with mixed tax-included and tax-excluded prices in one key need not follow
  // the proportions of their sum, yet an unchanged copy of the invoice's lines must come to the
  // invoice.
  const isMixed = sums.hasExcluded && sums.hasIncluded;
  if (isMixed && amountOfFigures(byRate).net === rest.net) return closing(byRate, rest, sums);
  // Tax-included lines come first, because their price is fixed; the others share what they leave.
  const included = includedFromRest(sums.included, rest, sums.step) ?? byRate.included;
  const left = { net: cents(rest.net - included.net), vat: cents(rest.vat - included.vat) };
  const vat = excludedVatFromRest(sums.excluded, left, sums.step) ?? byRate.excluded.vat;
  const figures = { included, excluded: { net: sums.excluded, vat } };
  return amountOfFigures(figures).net === rest.net ? closing(figures, rest, sums) : figures;
}

/**
 * Taking all of the net takes all of the VAT, so that no cent of VAT is left that no line could
 * credit.
 */
function closing(figures: KeyFigures, rest: Amount, { hasExcluded }: KeySums): KeyFigures {
  const difference = rest.vat - amountOfFigures(figures).vat;
  const group = hasExcluded ? 'excluded' : 'included';
  return { ...figures, [group]: { net: figures[group].net, vat: cents(figures[group].vat + difference) } };
}

/**
 * Undefined if the remainder has no proportions to split a price by: it is zero, or its parts have
 * opposite signs.
 */
function includedFromRest(total: Cents, rest: Amount, step: Step): Amount | undefined {
  const all = taxIncluded(rest);
  if (all === 0 || Math.sign(rest.net) * Math.sign(rest.vat) < 0) return undefined;
  const net = proportion(total, rest.net, all, step);
  return { net, vat: cents(total - net) };
}

/** Undefined if the lines are negative or exceed the remainder: then the rate is used. */
function excludedVatFromRest(net: Cents, left: Amount, step: Step): Cents | undefined {
  const isTaking = left.net > 0 ? net > 0 && net <= left.net : net < 0 && net >= left.net;
  return isTaking ? proportion(net, left.vat, left.net, step) : undefined;
}
