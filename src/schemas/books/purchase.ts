import * as z from 'zod';
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
import { cents } from '../../domain/money/cents.ts';
import { worded } from '../fields/enum-schema.ts';
import { PaymentMethodJson, paymentMethod } from '../fields/enumerations.ts';
import { FILE_TEXT_MAX, filledText, NAME_MAX, text } from '../fields/text.ts';
import { day } from '../fields/timestamp.ts';
import { isTest } from '../lists/list-query.ts';

const NATURES =
  '`goods_for_resale`: bought to be sold; `raw_materials`: made into what is sold; `supplies`, `services`, `travel`, `equipment`, `other`.';
const euros = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const amount = z
  .int()
  .min(-PURCHASE_CENTS_MAX)
  .max(PURCHASE_CENTS_MAX)
  .refine((cents) => cents !== 0)
  .meta({ description: 'Cents of euros, tax included; negative if the supplier paid back. Not 0.', example: 4_990 });
const deductibleVat = z
  .int()
  .min(-PURCHASE_CENTS_MAX)
  .max(PURCHASE_CENTS_MAX)
  .meta({ description: 'What of the amount is deductible VAT, in cents; 0 under the franchise.', example: 832 });
const nature = worded(purchaseNatures).meta({ description: NATURES });
const designation = text(DESIGNATION_MAX).optional().meta({ description: 'What was bought, in words.' });
const paidOn = day.meta({ description: 'The day of payment, in the account’s time zone.' });

/** What a line states, in a body. */
const factsForm = {
  paidOn,
  supplierName: filledText(SUPPLIER_NAME_MAX),
  nature,
  designation,
  amount,
  deductibleVat: deductibleVat.default(0),
  method: paymentMethod,
  reference: text(REFERENCE_MAX)
    .optional()
    .meta({ description: 'The number of the supplier’s invoice or receipt.', example: 'TK-4411' }),
};

const PurchaseFormJson = z.object(factsForm).meta({ id: 'PurchaseForm' });

export const recordPurchaseForm = z.object({
  ...factsForm,
  receipt: z
    .object({
      name: filledText(NAME_MAX).meta({ description: 'The file name with its extension: pdf, png, jpg, jpeg, webp.' }),
      content: z.base64().max(FILE_TEXT_MAX).meta({ description: 'The bytes of the file in base64.' }),
    })
    .optional()
    .meta({ id: 'PurchaseReceiptForm' }),
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
  replacement: PurchaseFormJson.optional().meta({ description: 'What the line should have been.' }),
});

/** The facts of a body, without empty texts. */
export function purchaseFactsOf({
  designation: written,
  reference,
  ...form
}: z.output<typeof PurchaseFormJson>): PurchaseFacts {
  return {
    ...form,
    ...(written?.trim() && { designation: written.trim() }),
    ...(reference?.trim() && { reference: reference.trim() }),
    supplierName: form.supplierName.trim(),
    amount: cents(form.amount),
    deductibleVat: cents(form.deductibleVat),
  };
}

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
    method: PaymentMethodJson,
    reference: z.string().optional(),
    supplierInvoiceId: z.string().optional().meta({ description: 'The received invoice it was made from.' }),
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
    designation: said,
    reference,
    receipt,
    ...purchase
  }: Purchase & {
    readonly isCorrected: boolean;
  },
  test: boolean,
): z.input<typeof PurchaseJson> {
  return {
    ...purchase,
    ...(said !== undefined && { designation: said }),
    ...(reference !== undefined && { reference }),
    ...(supplierInvoiceId !== undefined && { supplierInvoiceId }),
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
