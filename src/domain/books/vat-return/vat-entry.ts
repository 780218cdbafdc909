import type { Cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { ReceiptEvent } from '../receipts-book.ts';

/**
 * What an amount of the return is: sales taxed in France; VAT that the business owes for its
 * supplier; sales without French VAT; deductible VAT.
 */
export const vatBoxes = [
  'sales',
  'domestic_reverse_charge',
  'foreign_services',
  'union_goods',
  'foreign_supplies',
  'exports',
  'untaxed',
  'union_supplies',
  'capital_goods',
  'other_deductible',
] as const;
export type VatBox = (typeof vatBoxes)[number];

/** An amount in one box: cents of euros, negative for credit notes and refunds. */
export type VatEntry = {
  readonly box: VatBox;
  /** Basis points; 0 for sales without VAT, and for deductible VAT. */
  readonly rate: number;
  /** Without tax; 0 for deductible VAT. */
  readonly base: Cents;
  readonly tax: Cents;
  /** The statement to customs that also has this amount: of services or of goods in the Union. */
  readonly statement?: UnionStatement;
};
export type UnionStatement = 'services' | 'goods';

/**
 * Why an amount is in no line: under a margin scheme no document states the margin; under the
 * franchise no VAT is due; the sale was declared with the takings of its day.
 */
export const leftOutReasons = ['margin', 'franchise', 'reported_before'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** An amount without tax that is in no line, in cents of euros. */
export type LeftOut = { readonly why: LeftOutReason; readonly net: Cents };

/** A document, payment or purchase, with its entries in a VAT return. */
export type VatPiece = {
  /** The ID of the document, of the line of the receipts book, or of the purchase. */
  readonly id: string;
  readonly event: 'issued' | 'purchase' | ReceiptEvent;
  /** The day on which its VAT falls due or is deducted. */
  readonly on: CivilDay;
  readonly documentId?: string;
  /** The number of the document, or of the supplier’s invoice. */
  readonly reference?: string;
  /** The customer or supplier. */
  readonly name?: string;
  /** The VAT number of the customer. */
  readonly vatNumber?: string;
  readonly entries: readonly VatEntry[];
  readonly left: readonly LeftOut[];
  /** No rate to the euro is known: it counts as 0. */
  readonly lacksRate?: true;
};
