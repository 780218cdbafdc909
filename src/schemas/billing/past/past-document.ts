import * as z from 'zod';
import {
  type PastDocument,
  type PastPayment,
  pastKinds,
  restOfPast,
} from '../../../domain/billing/past/past-document.ts';
import { type ImportSource, importSources } from '../../../domain/import-source.ts';
import { cents } from '../../../domain/money/cents.ts';
import { CurrencyCodeJson, PaymentMethodJson, paymentMethod } from '../../fields/enumerations.ts';
import { id } from '../../fields/id.ts';
import { text } from '../../fields/text.ts';
import { day } from '../../fields/timestamp.ts';
import { isTest, SEARCH_MAX, yesOrNo } from '../../lists/list-query.ts';

/** Cents of a past document: a hundred million euros. */
export const PAST_CENTS_MAX = 10_000_000_000;

/** The kinds by their API names. */
const kindNames = { invoice: 'invoice', advance: 'advance', credit_note: 'asset' } as const;
const pastTypes = ['invoice', 'advance', 'asset'] as const;
export const PastTypeJson = z
  .enum(pastTypes)
  .meta({ description: '`asset`: a credit note; its amounts are positive.', example: 'invoice' });
const typeOfPast = (kind: (typeof pastKinds)[number]): (typeof pastTypes)[number] => kindNames[kind];

export const SourceJson = z
  .enum(Object.keys(importSources) as [ImportSource, ...ImportSource[]])
  .meta({ description: 'The program that issued it, if the file says so.', example: 'invoice_ninja' });
const amount = (what: string, example: number) =>
  z.int().meta({ description: `Cents of the document’s currency: ${what}.`, example });
const civilDay = (what: string, example: string) => z.string().meta({ format: 'date', description: what, example });

const PastPaymentJson = z
  .object({
    id: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    paidOn: civilDay('The day on which the money arrived, or went back.', '2025-11-20'),
    amount: amount('negative if it reverses another payment', 36_000),
    method: PaymentMethodJson,
    reversesId: z.string().optional().meta({ description: 'The payment that it reverses.' }),
    imported: z.boolean().meta({ description: 'Recorded by the other program.', example: true }),
  })
  .meta({ id: 'PastPayment' });

export const PastDocumentJson = z
  .object({
    id: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    type: PastTypeJson,
    number: z.string().meta({ description: 'As the other program wrote it.', example: 'FA-2025-0041' }),
    issuedOn: civilDay('The day of issue.', '2025-11-03'),
    dueOn: civilDay('The due day.', '2025-12-03').optional(),
    source: SourceJson.optional(),
    title: z.string().optional().meta({ example: 'Refonte du site' }),
    customerId: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    customerName: z.string().meta({ example: 'Atelier Lumière' }),
    currency: CurrencyCodeJson,
    withoutTax: amount('without VAT', 30_000),
    withTax: amount('VAT included', 36_000),
    paid: amount('what was paid; of a credit note, refunded', 36_000),
    credited: amount('what past credit notes took from it', 0),
    remaining: amount('what is left to pay; of a credit note, to refund', 0),
    correctsId: z.string().optional().meta({ description: 'Of a credit note: the past document that it corrects.' }),
    inBooks: z.boolean().meta({
      description: 'False if its day was closed before: it counts in no book.',
      example: true,
    }),
    importId: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    takenOverAt: z.int().meta({ description: 'Unix seconds.', example: 1_772_442_900 }),
    digest: z.string().meta({ description: 'SHA-256 of its facts, in hexadecimal.', example: 'e3b0c44298fc1c14' }),
    paper: z
      .object({ name: z.string().meta({ example: 'FA-2025-0041.pdf' }), size: z.int().meta({ example: 48_211 }) })
      .meta({ id: 'PastPaper' })
      .optional(),
    test: isTest,
  })
  .meta({ id: 'PastDocument' });

export const PaidPastDocumentJson = PastDocumentJson.extend({
  payments: z.array(PastPaymentJson).meta({ description: 'By day.' }),
}).meta({ id: 'PaidPastDocument' });

export function pastToJson(document: PastDocument, test: boolean): z.output<typeof PastDocumentJson> {
  const { id: documentId, kind, number, issuedOn, dueOn, source, title, customer, currency } = document;
  const { net, total, paid, credited, correctsId, isInBooks, importId, takenOverAt, digest, paper } = document;
  return {
    ...{ id: documentId, type: typeOfPast(kind), number, issuedOn },
    ...(dueOn !== undefined && { dueOn }),
    ...(source !== undefined && { source }),
    ...(title !== undefined && { title }),
    ...{ customerId: customer.id, customerName: customer.organization?.name ?? customer.name, currency },
    ...{ withoutTax: net, withTax: total, paid, credited, remaining: restOfPast(document) },
    ...(correctsId !== undefined && { correctsId }),
    ...{ inBooks: isInBooks, importId, takenOverAt, digest },
    ...(paper && { paper: { name: paper.name, size: paper.size } }),
    test,
  };
}

export const paidPastToJson = (
  { document, payments }: { readonly document: PastDocument; readonly payments: readonly PastPayment[] },
  test: boolean,
): z.output<typeof PaidPastDocumentJson> => ({
  ...pastToJson(document, test),
  payments: payments.map(({ id: paymentId, on, amount: cent, method, reversesId, isImported }) => ({
    ...{ id: paymentId, paidOn: on, amount: cent, method, imported: isImported },
    ...(reversesId !== undefined && { reversesId }),
  })),
});

/** Which past documents a list has. */
export const pastFilter = {
  customerId: id.optional().meta({ description: 'Of a customer, or of an organization with its contacts.' }),
  importId: id.optional().meta({ description: 'Of one import.' }),
  unpaid: yesOrNo.default(false).meta({ description: 'Only invoices and advances with something left to pay.' }),
  late: yesOrNo.default(false).meta({ description: 'Only those whose due day has passed.' }),
  dueFrom: day.optional().meta({ description: 'Due on this day or later.', example: '2026-01-01' }),
  dueTo: day.optional().meta({ description: 'Due on this day or earlier.', example: '2026-01-31' }),
  notDueOn: day
    .optional()
    .meta({ description: 'Not due yet on this day, or without a due day.', example: '2026-03-02' }),
  from: day.optional().meta({ description: 'Issued on this day or later.', example: '2025-01-01' }),
  to: day.optional().meta({ description: 'Issued on this day or earlier.', example: '2025-12-31' }),
  search: text(SEARCH_MAX).optional().meta({ description: 'A part of the number, or of the name of the customer.' }),
};

/** Where a page of past documents continues. */
export const pastPlace = z.object({ on: z.iso.date(), id: z.uuid() });

export const PastTotalsJson = z
  .object({
    currency: CurrencyCodeJson,
    count: z.int().meta({ example: 300 }),
    withTax: z
      .int()
      .meta({ description: 'Cents of the account’s currency; credit notes negative.', example: 3_600_000 }),
    remainingToPay: z.int().meta({ description: 'Cents of the account’s currency.', example: 120_000 }),
    turnover: z.int().meta({
      description:
        'Cents of the account’s currency without VAT, invoiced from `from` to `to`; collected with `booked=collected`.',
      example: 3_000_000,
    }),
    vatDue: z
      .int()
      .meta({ description: 'The VAT that fell due by it, in cents of the account’s currency.', example: 600_000 }),
    others: z
      .array(
        z
          .object({
            currency: CurrencyCodeJson,
            count: z.int().meta({ example: 2 }),
            withTax: z.int().meta({ example: 40_000 }),
            remainingToPay: z.int().meta({ example: 0 }),
          })
          .meta({ id: 'PastTotalsOfCurrency' }),
      )
      .meta({ description: 'The same in other currencies.' }),
  })
  .meta({ id: 'PastTotals' });

/** A payment to record. */
export const pastPaymentForm = z
  .object({
    paidOn: day
      .optional()
      .meta({ description: 'The day on which the money arrived; today by default.', example: '2026-01-12' }),
    amount: z
      .int()
      .min(1)
      .max(PAST_CENTS_MAX)
      .transform(cents)
      .optional()
      .meta({ description: 'Cents; by default all that is left.', example: 12_000 }),
    method: paymentMethod,
  })
  .meta({ id: 'PastPaymentForm' });
