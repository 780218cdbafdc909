import type { AccountSettings } from '../account/settings.ts';
import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import type { ReadInvoice } from '../einvoicing/received-invoice.ts';
import { creditNoteTypes } from '../einvoicing/status-to-state.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { type PurchaseVat, purchaseVatRefused, takenBackVat, vatOfInvoice } from './purchase-vat.ts';
import { declaresVat } from './vat-return/vat-periods.ts';

/** What a business buys. Goods for resale and raw materials go into what it sells. */
export const purchaseNatures = [
  'goods_for_resale',
  'raw_materials',
  'supplies',
  'services',
  'travel',
  'equipment',
  'other',
] as const;
export type PurchaseNature = (typeof purchaseNatures)[number];

/** The receipt of a purchase, stored unchanged. */
export type PurchaseReceipt = {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
};

/** What a line of the register states. */
export type PurchaseFacts = {
  /** The day of payment, in the account’s time zone. */
  readonly paidOn: CivilDay;
  readonly supplierName: string;
  readonly nature: PurchaseNature;
  readonly designation?: string | undefined;
  /** Cents of euros, tax included; negative if the supplier paid back. */
  readonly amount: Cents;
  /** What of the amount is deductible VAT. */
  readonly deductibleVat: Cents;
  /** Its VAT by rate and treatment; empty if only the deductible VAT is known. */
  readonly vat: readonly PurchaseVat[];
  readonly method: PaymentMethod;
  /** The number of the supplier’s invoice or receipt. */
  readonly reference?: string | undefined;
};

/**
 * A line of the register of purchases (registre des achats, CGI art. 50-0, 5; C. com. art.
 * L123-28). It never changes.
 */
export type Purchase = PurchaseFacts & {
  readonly id: string;
  /** The day of payment, or the first open day if that one was closed before it was recorded. */
  readonly bookedOn: CivilDay;
  /** From 1 in the year of `bookedOn`, without gaps, in the order of recording. */
  readonly number: number;
  readonly supplierInvoiceId?: string;
  /** The bank debit that it was recorded from. */
  readonly bankTransactionId?: string;
  /** The line that this counter-entry takes back. */
  readonly correctsId?: string;
  /** The line, taken back, that this one stands for. */
  readonly replacesId?: string;
  readonly receipt?: PurchaseReceipt;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** Cents of euros that a line can have, both ways. */
export const PURCHASE_CENTS_MAX = 1_000_000_000_000;
/** Lines of a year per account and mode, counter-entries included. */
export const PURCHASES_OF_YEAR_MAX = 100_000;
/** Bytes of a receipt. */
export const RECEIPT_BYTES_MAX = 5 * 1_048_576;

/** Why facts cannot be a line: a day to come, or VAT that is no part of the amount. */
export function purchaseRefused(
  { paidOn, amount, deductibleVat, vat }: Pick<PurchaseFacts, 'paidOn' | 'amount' | 'deductibleVat' | 'vat'>,
  { today, deducts }: { readonly today: CivilDay; readonly deducts: boolean },
): Refused<'purchase_to_come' | 'purchase_vat_exceeds' | 'purchase_vat_disagrees'> | undefined {
  if (paidOn > today) return { refused: 'purchase_to_come', today };
  const isPart = deductibleVat === 0 || Math.sign(deductibleVat) === Math.sign(amount);
  if (!isPart || Math.abs(deductibleVat) > Math.abs(amount)) return { refused: 'purchase_vat_exceeds' };
  return purchaseVatRefused(vat, { amount, deductibleVat }, { deducts });
}

/** What several lines can be given at once. */
export type PurchaseChange = {
  readonly nature?: PurchaseNature | undefined;
  readonly method?: PaymentMethod | undefined;
};

/** What a line states, with a change of its nature or means of payment. */
export const changedFacts = (
  { paidOn, supplierName, designation, amount, deductibleVat, vat, reference, ...line }: PurchaseFacts,
  { nature = line.nature, method = line.method }: PurchaseChange,
): PurchaseFacts => ({ paidOn, supplierName, nature, designation, amount, deductibleVat, vat, method, reference });

/** The facts of the counter-entry: the same day of payment and supplier, the amounts negated. */
export const takenBack = (facts: PurchaseFacts): PurchaseFacts => ({
  ...{ paidOn: facts.paidOn, supplierName: facts.supplierName, nature: facts.nature, method: facts.method },
  ...{ designation: facts.designation, reference: facts.reference },
  amount: cents(-facts.amount),
  deductibleVat: cents(0 - facts.deductibleVat),
  vat: takenBackVat(facts.vat),
});

/** What a received invoice states for the register. */
export type InvoiceToBook = Pick<PurchaseFacts, 'supplierName' | 'reference' | 'amount' | 'deductibleVat' | 'vat'>;

/**
 * The facts of a received invoice: its total, and the VAT of its breakdown. Under the franchise or
 * an exemption no VAT is deductible (CGI art. 293 B and 271). A credit note is negative. `stated`
 * amounts take precedence, and are needed if the invoice is not in euros.
 */
export function invoiceToBook(
  content: ReadInvoice,
  stated: { readonly amount?: Cents | undefined; readonly deductibleVat?: Cents | undefined },
  { vatRegime }: Pick<AccountSettings, 'vatRegime'>,
): InvoiceToBook | Refused<'supplier_invoice_not_bookable'> {
  if (!('invoice' in content)) return { refused: 'supplier_invoice_not_bookable', because: 'unreadable' };
  const { seller, number, type, currency, totals, breakdown } = content.invoice;
  if (currency !== 'EUR' && (stated.amount === undefined || stated.deductibleVat === undefined))
    return { refused: 'supplier_invoice_not_bookable', because: 'currency' };
  const signed = (amount: number): Cents => cents(creditNoteTypes.includes(type) ? 0 - Math.abs(amount) : amount);
  const tax = breakdown.length === 0 ? totals.tax : breakdown.reduce((all, each) => all + each.tax, 0);
  const isDeducted = declaresVat({ vatRegime });
  const amount = stated.amount ?? signed(totals.total);
  const supplierName = seller.name.trim().slice(0, SUPPLIER_NAME_MAX).toWellFormed();
  if (supplierName === '') return { refused: 'supplier_invoice_not_bookable', because: 'unreadable' };
  if (amount === 0 || Math.abs(amount) > PURCHASE_CENTS_MAX)
    return { refused: 'supplier_invoice_not_bookable', because: 'amount' };
  const deductibleVat = stated.deductibleVat ?? (isDeducted ? signed(tax) : cents(0));
  const rows = vatOfInvoice(content.invoice, { sign: amount < 0 ? -1 : 1, isDeducted });
  // Amounts that the owner states for the whole invoice leave its rates open.
  const vat = purchaseVatRefused(rows, { amount, deductibleVat }, { deducts: isDeducted }) ? [] : rows;
  return { ...{ supplierName, reference: referenceOf(number), amount }, deductibleVat, vat };
}

/** Characters of the texts of a line. */
export const SUPPLIER_NAME_MAX = 255;
export const REFERENCE_MAX = 100;
export const DESIGNATION_MAX = 200;

const referenceOf = (number: string): string | undefined => number.slice(0, REFERENCE_MAX).toWellFormed() || undefined;

/** A supplier’s name without case and accents: equal for the same supplier. */
export const supplierNameKey = (name: string): string => folded(name).slice(0, SUPPLIER_KEY_MAX).toWellFormed() || name;
const SUPPLIER_KEY_MAX = 300;
const folded = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
