import * as z from 'zod';
import type { DebitFacts } from '../../domain/books/debit-to-book.ts';
import {
  DESIGNATION_MAX,
  PURCHASE_CENTS_MAX,
  type Purchase,
  type PurchaseFacts,
  purchaseNatures,
  REFERENCE_MAX,
  SUPPLIER_NAME_MAX,
} from '../../domain/books/purchase.ts';
import type { PurchaseTotals } from '../../domain/books/purchase-totals.ts';
import {
  chargedDeductible,
  PURCHASE_VAT_ROWS_MAX,
  type PurchaseVat,
  purchaseVatTreatments,
  vatAt,
} from '../../domain/books/purchase-vat.ts';
import { cents } from '../../domain/money/cents.ts';
import { worded } from '../fields/enum-schema.ts';
import { PaymentMethodJson, paymentMethod } from '../fields/enumerations.ts';
import { id } from '../fields/id.ts';
import { FILE_TEXT_MAX, filledText, NAME_MAX, text } from '../fields/text.ts';
import { day } from '../fields/timestamp.ts';
import { isTest, SEARCH_MAX } from '../lists/list-query.ts';
import { customFault } from '../validation/custom-check.ts';

/** 100 % in basis points. */
const RATE_MAX = 10_000;
const NATURES =
  '`goods_for_resale`: bought to be sold; `raw_materials`: made into what is sold; `supplies`, `services`, `travel`, `equipment`, `other`.';
const euros = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const amount = z
  .int()
  .min(-PURCHASE_CENTS_MAX)
  .max(PURCHASE_CENTS_MAX)
  .refine(
    (cents) => cents !== 0,
    customFault({ code: 'amount_zero', fr: 'Le montant ne peut pas être 0', en: 'The amount cannot be 0' }),
  )
  .meta({ description: 'Cents of euros, tax included; negative if the supplier paid back. Not 0.', example: 4_990 });
const deductibleVat = z
  .int()
  .min(-PURCHASE_CENTS_MAX)
  .max(PURCHASE_CENTS_MAX)
  .meta({ description: 'What of the amount is deductible VAT, in cents; 0 under the franchise.', example: 832 });
const nature = worded(purchaseNatures).meta({ description: NATURES });
const designation = text(DESIGNATION_MAX).optional().meta({ description: 'What was bought, in words.' });
const paidOn = day.meta({ description: 'The day of payment, in the account’s time zone.' });

const TREATMENTS =
  '`charged`: by the supplier; owed by you: `domestic_reverse_charge` for a subcontractor in construction, `foreign_services` and `foreign_supplies` from abroad, `union_goods` bought in the Union.';
const vatRow = z
  .object({
    treatment: worded(purchaseVatTreatments).default('charged').meta({ description: TREATMENTS }),
    rate: z
      .int()
      .min(1)
      .max(RATE_MAX)
      .meta({ description: 'In hundredths of a percent: 2000 is 20 %.', example: 2_000 }),
    net: amount.meta({ description: 'Cents of euros without tax.', example: 4_158 }),
    vat: deductibleVat.optional().meta({
      description: 'The VAT charged, in cents; by default computed. What you owe is always computed.',
      example: 832,
    }),
    deductible: deductibleVat.optional().meta({
      description: 'What of the VAT is deductible, in cents; by default all of it, and 0 under the franchise.',
      example: 832,
    }),
  })
  .meta({ id: 'PurchaseVatForm' });

/** What a line states, in a body. */
const factsForm = {
  paidOn,
  supplierName: filledText(SUPPLIER_NAME_MAX),
  nature,
  designation,
  amount,
  deductibleVat: deductibleVat.optional().meta({
    description:
      'What of the amount is deductible VAT, in cents; by default that of `vat`, or 0. 0 under the franchise.',
  }),
  vat: z
    .array(vatRow)
    .max(PURCHASE_VAT_ROWS_MAX)
    .optional()
    .meta({ description: 'The VAT by rate, for the VAT return: needed only for VAT that you owe for the supplier.' }),
  method: paymentMethod,
  reference: text(REFERENCE_MAX)
    .optional()
    .meta({ description: 'The number of the supplier’s invoice or receipt.', example: 'TK-4411' }),
};

export const PurchaseForm = z.object(factsForm).meta({ id: 'PurchaseForm' });

/** The file of a receipt. */
export const purchaseReceiptForm = z
  .object({
    name: filledText(NAME_MAX).meta({ description: 'The file name with its extension: pdf, png, jpg, jpeg, webp.' }),
    content: z.base64().max(FILE_TEXT_MAX).meta({ description: 'The bytes of the file in base64.' }),
  })
  .meta({ id: 'PurchaseReceiptForm' });

export const recordPurchaseForm = z.object({
  ...factsForm,
  receipt: purchaseReceiptForm.optional(),
});

/** A bank debit as a purchase: what the bank states can be left out. */
export const debitPurchaseForm = z.object({
  ...recordPurchaseForm.shape,
  paidOn: paidOn.optional().meta({ description: 'The day of payment; by default that of the bank.' }),
  supplierName: factsForm.supplierName
    .optional()
    .meta({ description: 'By default the payee, or the text of the bank.', example: 'EDF' }),
  amount: amount.optional().meta({
    description: 'Cents of euros, tax included; by default the whole debit. Needed if it is not in euros.',
    example: 4_990,
  }),
  method: paymentMethod.optional(),
});

export const supplierInvoicePurchaseForm = z.object({
  paidOn: paidOn.optional().meta({ description: 'The day of payment; by default today.' }),
  nature,
  designation,
  method: paymentMethod,
  amount: amount
    .optional()
    .meta({ description: 'What was paid, in cents of euros; by default the total of the invoice.' }),
  deductibleVat: deductibleVat.optional().meta({
    description: 'In cents of euros; by default the VAT of the breakdown, or 0 under the franchise or an exemption.',
  }),
});

export const correctPurchaseForm = z.object({
  replacement: PurchaseForm.optional().meta({ description: 'What the line should have been.' }),
});

/** Filters of a list. */
export const purchaseFilter = {
  search: text(SEARCH_MAX).optional().meta({
    description:
      'A part of the supplier (ignoring case and accents), the reference or the designation, or an amount in euros.',
    example: '49,90',
  }),
  nature: nature.optional(),
  method: paymentMethod.optional(),
};

/** Lines changed at once: each takes two further lines. */
const CHANGED_AT_ONCE_MAX = 100;

export const changePurchasesForm = z
  .object({
    ids: z.array(id).min(1).max(CHANGED_AT_ONCE_MAX).meta({ description: 'The lines. A repeated id counts once.' }),
    nature: nature.optional(),
    method: paymentMethod.optional(),
  })
  .refine(
    ({ nature: newNature, method }) => newNature !== undefined || method !== undefined,
    customFault({
      code: 'change_missing',
      fr: 'Indiquez la nature ou le règlement à donner aux lignes',
      en: 'State the nature or the means of payment to give to the lines',
    }),
  )
  .meta({ id: 'PurchasesChange' });

export const PurchasesChangedJson = z
  .object({
    changed: z.int().meta({ description: 'Lines that were taken back and replaced.', example: 2 }),
    unchanged: z.int().meta({ description: 'Lines that were so already.', example: 0 }),
  })
  .meta({ id: 'PurchasesChanged' });

type Deduction = { readonly deducts: boolean };

/** The facts of a line that a body states. */
export const purchaseFactsOf = (
  { designation, reference, vat, deductibleVat, ...form }: z.output<typeof PurchaseForm>,
  deduction: Deduction,
): PurchaseFacts => ({
  ...form,
  ...detailsOf({ designation, reference, vat, deductibleVat }, deduction),
  supplierName: form.supplierName.trim(),
  amount: cents(form.amount),
});

/** The same of a bank debit, without what the bank states. */
export const debitFactsOf = (
  {
    designation,
    reference,
    vat,
    deductibleVat,
    amount: paid,
    ...form
  }: Omit<z.output<typeof debitPurchaseForm>, 'receipt'>,
  deduction: Deduction,
): DebitFacts => ({
  ...form,
  ...detailsOf({ designation, reference, vat, deductibleVat }, deduction),
  ...(paid !== undefined && { amount: cents(paid) }),
});

function detailsOf(
  {
    designation: written,
    reference,
    vat,
    deductibleVat,
  }: Pick<z.output<typeof PurchaseForm>, 'designation' | 'reference' | 'vat' | 'deductibleVat'>,
  { deducts }: Deduction,
): Pick<PurchaseFacts, 'designation' | 'reference' | 'vat' | 'deductibleVat'> {
  const rows = (vat ?? []).map((row) => vatRowOf(row, deducts));
  return {
    vat: rows,
    ...(written?.trim() && { designation: written.trim() }),
    ...(reference?.trim() && { reference: reference.trim() }),
    deductibleVat: cents(deductibleVat ?? chargedDeductible(rows)),
  };
}

/** What you owe for a supplier is computed; charged VAT as it was stated. */
function vatRowOf({ treatment, rate, net, vat, deductible }: z.output<typeof vatRow>, deducts: boolean): PurchaseVat {
  const computed = vatAt(net, rate);
  const tax = treatment === 'charged' ? cents(vat ?? computed) : computed;
  return { treatment, rate, net: cents(net), vat: tax, deductible: cents(deductible ?? (deducts ? tax : 0)) };
}

const PurchaseVatJson = z
  .object({
    treatment: z.enum(purchaseVatTreatments).meta({ description: TREATMENTS }),
    rate: z.int().meta({ description: 'In hundredths of a percent: 2000 is 20 %.' }),
    net: euros('without tax.'),
    vat: euros('charged by the supplier, or owed by you.'),
    deductible: euros('what of the VAT is deductible.'),
  })
  .meta({ id: 'PurchaseVat' });

export const PurchaseJson = z
  .object({
    id: z.string(),
    number: z
      .int()
      .meta({ description: 'The number in the year of `bookedOn`: from 1, without gaps, in the order of recording.' }),
    paidOn: z.string().meta({ format: 'date', description: 'The day of payment, in the account’s time zone.' }),
    bookedOn: z.string().meta({
      format: 'date',
      description: 'The day in the register: `paidOn`, or the first open day if that one was closed before.',
    }),
    supplierName: z.string(),
    nature: z.enum(purchaseNatures).meta({ description: NATURES }),
    designation: z.string().optional(),
    amount: euros('tax included; negative if the supplier paid back, and in counter-entries.'),
    deductibleVat: euros('what of the amount is deductible VAT.'),
    vat: z.array(PurchaseVatJson).meta({ description: 'Its VAT by rate; empty if only the deductible VAT is known.' }),
    method: PaymentMethodJson,
    reference: z.string().optional(),
    supplierInvoiceId: z.string().optional().meta({ description: 'The received invoice it was made from.' }),
    bankTransactionId: z.string().optional().meta({ description: 'The bank debit it was made from.' }),
    correctsId: z.string().optional().meta({ description: 'The line that this counter-entry takes back.' }),
    replacesId: z.string().optional().meta({ description: 'The line, taken back, that this one stands for.' }),
    corrected: z.boolean().meta({ description: 'Whether a counter-entry takes this line back.' }),
    receipt: z
      .object({
        name: z.string(),
        size: z.int().meta({ description: 'Bytes.' }),
        sha256: z.string().meta({ description: 'The SHA-256 of the file, in hexadecimal.' }),
      })
      .optional()
      .meta({ id: 'PurchaseReceipt', description: 'The stored receipt.' }),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
    test: isTest,
  })
  .meta({ id: 'Purchase' });

/** The JSON of a line. */
export function purchaseToJson(
  {
    isCorrected,
    correctsId,
    replacesId,
    supplierInvoiceId,
    bankTransactionId,
    designation: said,
    reference,
    receipt,
    vat,
    ...purchase
  }: Purchase & {
    readonly isCorrected: boolean;
  },
  test: boolean,
): z.input<typeof PurchaseJson> {
  return {
    ...purchase,
    vat: [...vat],
    ...(said !== undefined && { designation: said }),
    ...(reference !== undefined && { reference }),
    ...(supplierInvoiceId !== undefined && { supplierInvoiceId }),
    ...(bankTransactionId !== undefined && { bankTransactionId }),
    ...(correctsId !== undefined && { correctsId }),
    ...(replacesId !== undefined && { replacesId }),
    ...(receipt && { receipt }),
    corrected: isCorrected,
    test,
  };
}

export const PurchaseCorrectionJson = z
  .object({ counterEntry: PurchaseJson, replacement: PurchaseJson.optional() })
  .meta({ id: 'PurchaseCorrection' });

export const PurchaseSupplierJson = z
  .object({
    name: z.string(),
    nature: z.enum(purchaseNatures).meta({ description: 'What was last bought.' }),
    method: PaymentMethodJson.meta({ description: 'How it was last paid.' }),
    lastPaidOn: z.string().meta({ format: 'date', description: 'The day of the last payment.' }),
  })
  .meta({ id: 'PurchaseSupplier' });

export const PurchaseTotalsJson = z
  .object({
    count: z.int().meta({ description: 'Lines of the register.' }),
    amount: euros('paid, tax included.'),
    deductibleVat: euros('what of it is deductible VAT.'),
    cash: euros('what of it was paid in cash.'),
    natures: z
      .array(
        z
          .object({
            nature: z.enum(purchaseNatures).meta({ description: NATURES }),
            amount: euros('tax included.'),
            deductibleVat: euros('what of it is deductible VAT.'),
          })
          .meta({ id: 'PurchaseOfNature' }),
      )
      .meta({ description: 'Natures with a line.' }),
  })
  .meta({ id: 'PurchaseTotals' });

const PeriodTotalsJson = z
  .object({
    from: z.string().meta({ format: 'date', description: 'The first day of the month, quarter or year.' }),
    ...PurchaseTotalsJson.shape,
  })
  .meta({ id: 'PurchaseTotalsOfPeriod' });

export const PurchasesTotalsJson = z
  .object({
    from: z.string().meta({ format: 'date', description: 'The first day.' }),
    to: z.string().meta({ format: 'date', description: 'The last day.' }),
    months: z.array(PeriodTotalsJson).meta({ description: 'Months with a line.' }),
    quarters: z.array(PeriodTotalsJson).meta({ description: 'Quarters with a line, within the period.' }),
    years: z.array(PeriodTotalsJson).meta({ description: 'Years with a line, within the period.' }),
    total: PurchaseTotalsJson,
  })
  .meta({ id: 'PurchasesTotals' });

/** The JSON of totals. */
export const purchaseTotalsToJson = (totals: PurchaseTotals): z.input<typeof PurchaseTotalsJson> => ({
  ...totals,
  natures: [...totals.natures],
});
