import type { ReceivedInvoice } from '../einvoicing/received-invoice.ts';
import { type Cents, cents } from '../money/cents.ts';
import { proportion } from '../money/rounding.ts';
import type { Refused } from '../refusal.ts';
import { isZeroRated, rateOf, vatCodes } from '../vat/vat-code.ts';

/**
 * Who owes the VAT of a purchase: the supplier charged it, or the business owes it for a
 * subcontractor in construction (CGI art. 283, 2 nonies), for services of a supplier abroad (art.
 * 283, 2), for goods from the Union (art. 256 bis), or for other supplies from abroad (art. 283,
 * 1). The franchise (art. 293 B) does not free from VAT that is owed for a supplier.
 */
export const purchaseVatTreatments = [
  'charged',
  'domestic_reverse_charge',
  'foreign_services',
  'union_goods',
  'foreign_supplies',
] as const;
export type PurchaseVatTreatment = (typeof purchaseVatTreatments)[number];

/** The VAT of a purchase at one rate, in cents of euros; negative if the supplier paid back. */
export type PurchaseVat = {
  readonly treatment: PurchaseVatTreatment;
  /** Basis points. */
  readonly rate: number;
  /** The amount without tax. */
  readonly net: Cents;
  /** Charged by the supplier, or owed by the business. */
  readonly vat: Cents;
  /** What of it is deductible. */
  readonly deductible: Cents;
};

/** Rates and treatments of a purchase. */
export const PURCHASE_VAT_ROWS_MAX = 10;

/** VAT at a rate, rounded to the cent; what the business owes for a supplier is this amount. */
export const vatAt = (net: number, rate: number): Cents => proportion(net, rate, WHOLE);
/** 100 % in basis points. */
const WHOLE = 10_000;

/** The rates of VAT in France, in basis points (CGI art. 278, 278-0 bis, 279, 281 quater, 296). */
const OWED_RATES: ReadonlySet<number> = new Set(vatCodes.filter((code) => !isZeroRated(code)).map(rateOf));

/** Why the VAT by rate of a purchase is refused. */
type PurchaseVatFault = Refused<'purchase_vat_disagrees'>['because'];

/** The deductible VAT that was charged: that part of a purchase was paid. */
export const chargedDeductible = (rows: readonly PurchaseVat[]): Cents =>
  cents(rows.reduce((all, { treatment, deductible }) => (treatment === 'charged' ? all + deductible : all), 0));

/** What the business owes for its supplier, and what of it is deductible. */
export function owedVat(rows: readonly PurchaseVat[]): { readonly owed: Cents; readonly deductible: Cents } {
  const owed = rows.filter(({ treatment }) => treatment !== 'charged');
  const sum = (member: 'vat' | 'deductible'): Cents => cents(owed.reduce((all, row) => all + row[member], 0));
  return { owed: sum('vat'), deductible: sum('deductible') };
}

/**
 * Why rows cannot be the VAT of a purchase. Under the franchise and an exemption no VAT is
 * deductible, not even VAT that the business owes for its supplier (CGI art. 293 E and 271).
 */
export function purchaseVatRefused(
  rows: readonly PurchaseVat[],
  { amount, deductibleVat }: { readonly amount: Cents; readonly deductibleVat: Cents },
  { deducts }: { readonly deducts: boolean },
): Refused<'purchase_vat_disagrees'> | undefined {
  const refuse = (because: PurchaseVatFault) => ({ refused: 'purchase_vat_disagrees', because }) as const;
  const isPart = (part: number, whole: number): boolean =>
    part === 0 || (Math.sign(part) === Math.sign(whole) && Math.abs(part) <= Math.abs(whole));
  if (
    rows.some(
      ({ net, vat }) => Math.sign(net) !== Math.sign(amount) || (vat !== 0 && Math.sign(vat) !== Math.sign(net)),
    )
  )
    return refuse('sign');
  if (rows.some(({ treatment, rate }) => treatment !== 'charged' && !OWED_RATES.has(rate))) return refuse('rate');
  if (!deducts && rows.some(({ deductible }) => deductible !== 0)) return refuse('not_deducted');
  if (rows.some(({ vat, deductible }) => !isPart(deductible, vat))) return refuse('deductible');
  if (new Set(rows.map(({ treatment, rate }) => `${treatment} ${rate}`)).size < rows.length) return refuse('twice');
  if (rows.length > 0 && chargedDeductible(rows) !== deductibleVat) return refuse('deductible');
  const paid = rows.reduce((all, { treatment, net, vat }) => all + net + (treatment === 'charged' ? vat : 0), 0);
  return Math.abs(paid) > Math.abs(amount) ? refuse('amount') : undefined;
}

/** The rows of the counter-entry. */
export const takenBackVat = (rows: readonly PurchaseVat[]): PurchaseVat[] =>
  rows.map(({ net, vat, deductible, ...same }) => ({
    ...same,
    ...{ net: cents(0 - net), vat: cents(0 - vat), deductible: cents(0 - deductible) },
  }));

/** The rate of VAT that the business owes, if the invoice states none (CGI art. 278). */
const STANDARD_RATE = 2000;

/**
 * The rows of a received invoice by its VAT breakdown: charged VAT by rate, reverse charge and
 * goods from the Union at the standard rate. None if a rate is missing, or if some bases are
 * negative and others are not.
 */
export function vatOfInvoice(
  { breakdown, seller }: Pick<ReceivedInvoice, 'breakdown' | 'seller'>,
  { sign, isDeducted }: { readonly sign: 1 | -1; readonly isDeducted: boolean },
): PurchaseVat[] {
  if (new Set(breakdown.map(({ net }) => Math.sign(net)).filter((each) => each !== 0)).size > 1) return [];
  const isAbroad = (seller.address?.country ?? seller.vatNumber?.slice(0, 2) ?? 'FR') !== 'FR';
  const rows = breakdown.flatMap(({ vat: { category, rate }, net, tax }): (PurchaseVat | undefined)[] => {
    if (net === 0) return [];
    const signed = cents(sign * Math.abs(net));
    if (category === 'S') {
      if (!rate) return [undefined];
      const vat = cents(sign * Math.abs(tax));
      return [{ treatment: 'charged', rate, net: signed, vat, deductible: isDeducted ? vat : cents(0) }];
    }
    if (category !== 'AE' && category !== 'K') return [];
    const treatment = category === 'K' ? 'union_goods' : isAbroad ? 'foreign_services' : 'domestic_reverse_charge';
    const vat = vatAt(signed, STANDARD_RATE);
    return [{ treatment, rate: STANDARD_RATE, net: signed, vat, deductible: isDeducted ? vat : cents(0) }];
  });
  return rows.includes(undefined) || rows.length > PURCHASE_VAT_ROWS_MAX ? [] : (rows as PurchaseVat[]);
}
