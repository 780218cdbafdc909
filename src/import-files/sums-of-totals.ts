import type { ForeignDoubt, ForeignSum } from '../domain/billing/past/foreign-document.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import { LEGAL_RATES } from './legal-rates.ts';

/** Net, VAT and total as a file states them; at least one of net and total. */
export type StatedTotals = { readonly net?: Cents; readonly vat?: Cents; readonly total?: Cents };

/** What a file states of a document, by rate. */
export type ReadSums = { readonly sums: readonly ForeignSum[]; readonly doubts: readonly ForeignDoubt[] };

/** The one of net, VAT and total that the others give. */
export function completed({ net, vat, total }: StatedTotals): StatedTotals {
  if (net !== undefined && vat !== undefined) return { net, vat, total: cents(net + vat) };
  if (net !== undefined && total !== undefined) return { net, total, vat: cents(total - net) };
  if (vat !== undefined && total !== undefined) return { vat, total, net: cents(total - vat) };
  return {
    ...(net !== undefined && { net }),
    ...(vat !== undefined && { vat }),
    ...(total !== undefined && { total }),
  };
}

export const doubtsOf = ({ net, vat, total }: StatedTotals): ForeignDoubt[] =>
  net !== undefined && vat !== undefined && total !== undefined && net + vat !== total ? ['total_differs'] : [];

/** The sum of a document from its totals, and its rate if that is stated. */
export function sumsOfTotals(stated: StatedTotals, rate?: number): ReadSums {
  const { net, vat, total } = completed(stated);
  const doubts = doubtsOf(stated);
  if (net !== undefined && vat !== undefined) {
    const found = rate !== undefined && Math.abs(shareOf(net, rate) - vat) <= 2 ? rate : rateOf(net * 100, vat * 100);
    const isExact = found === 0 || LEGAL_RATES.includes(found) || found === rate;
    return { sums: [{ rate: found, net, vat }], doubts: isExact ? doubts : [...doubts, 'rate_computed'] };
  }
  const known = net ?? cents(withoutVat(total ?? 0, rate ?? 0));
  const tax = cents(total === undefined ? shareOf(known, rate ?? 0) : total - known);
  return { sums: [{ rate: rate ?? 0, net: known, vat: tax }], doubts: [...doubts, 'rate_computed'] };
}

export const withoutVat = (total: number, rate: number): number => Math.round((total * 10_000) / (10_000 + rate));
export const shareOf = (net: number, rate: number): number => Math.round((net * rate) / 10_000);

/** The legal rate that explains the VAT, else the rate itself. */
export function rateOf(net: number, vat: number): number {
  if (vat === 0 || net === 0) return 0;
  const tolerance = Math.max(150, Math.abs(net) / 100_000);
  const legal = LEGAL_RATES.find((rate) => Math.abs(shareOf(net, rate) - vat) <= tolerance);
  return legal ?? Math.max(0, Math.min(10_000, Math.round((vat * 10_000) / net)));
}
