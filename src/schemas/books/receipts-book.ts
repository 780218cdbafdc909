import * as z from 'zod';
import type { BookTotals } from '../../domain/books/book-totals.ts';
import { type OfNature, receiptEvents, receiptNatures } from '../../domain/books/receipts-book.ts';
import { CurrencyCodeJson, PaymentMethodJson } from '../fields/enumerations.ts';
import { day } from '../fields/timestamp.ts';
import { isTest } from '../lists/list-query.ts';

const on = (what: string) => z.string().meta({ format: 'date', description: what });
const euros = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const vat = euros('the VAT in the amount.');

/** The period of a book; both days are included. */
export const periodOfBook = {
  from: day
    .optional()
    .meta({ description: 'The first day, in the account’s time zone; by default 1 January of the year of `to`.' }),
  to: day.optional().meta({ description: 'The last day of the period, included; by default today.' }),
};

const ReceiptOfNatureJson = z
  .object({
    nature: z.enum(receiptNatures).meta({
      description:
        '`bic_goods`: sales of goods; `bic_services`: commercial or craft services; `bnc`: professional services.',
    }),
    amount: euros('tax included.'),
    vat,
  })
  .meta({ id: 'ReceiptOfNature' });

const ReceiptOfRateJson = z
  .object({
    rate: z.int().meta({ description: 'VAT rate in hundredths of a percent: 2000 is 20 %.' }),
    net: euros('without tax.'),
    vat: euros('the VAT.'),
  })
  .meta({ id: 'ReceiptOfRate' });

export const ReceiptLineJson = z
  .object({
    id: z.string().meta({
      description: 'The id of the payment, credit note, takings or use of an overpayment; unique in the book.',
    }),
    number: z.int().meta({ description: 'The number of the line in the book of its year: from 1, without gaps.' }),
    on: on(
      'The day in the book: that of receipt, in the account’s time zone, or the first open day if that one was closed before.',
    ),
    receivedOn: on('The day of receipt, if it was closed before the line was recorded.').optional(),
    event: z.enum(receiptEvents).meta({
      description:
        '`payment_reversed`, `refund`, `overpayment_applied`, `overpayment_returned` and `takings_corrected` are negative. `refund_withdrawn`: the refund of a closed line was removed. `overpayment_restored`: an application that was reversed.',
    }),
    corrects: z.string().optional().meta({ description: 'The line or document that it corrects.' }),
    billingId: z.string().optional(),
    pastDocumentId: z
      .string()
      .optional()
      .meta({ description: 'Instead of `billingId`: a document that another program issued.' }),
    reference: z.string().optional().meta({ description: 'The number of the document; takings have none.' }),
    customerName: z.string().optional(),
    method: PaymentMethodJson.optional().meta({ description: 'Absent for refunds, and for takings that state none.' }),
    otherMethod: z.string().optional(),
    note: z.string().optional(),
    amount: euros('what was received, tax included, without disbursements; negative if it went back.'),
    vat,
    natures: z.array(ReceiptOfNatureJson),
    rates: z.array(ReceiptOfRateJson).meta({ description: 'By VAT rate; empty for overpayments.' }),
    disbursements: euros('paid on behalf of the customer, not part of the amount.'),
    foreign: z
      .object({ currency: CurrencyCodeJson, amount: z.int().meta({ description: 'Cents, tax included.' }) })
      .optional()
      .meta({ id: 'ForeignReceipt', description: 'What was received, if in another currency than the euro.' }),
    lacksRate: z
      .literal(true)
      .optional()
      .meta({ description: 'No exchange rate to the euro is known; the amounts are 0.' }),
    closed: z
      .literal(true)
      .optional()
      .meta({ description: 'The line is in a closing: neither it nor its number changes.' }),
    test: isTest,
  })
  .meta({ id: 'ReceiptLine' });

export const ReceiptTotalsJson = z
  .object({
    count: z.int().meta({ description: 'Lines of the book.' }),
    amount: euros('received, tax included, without disbursements.'),
    vat,
    cash: euros('what of it was received in cash.'),
    unstated: euros('what of it has no means of payment on record: refunds, and takings that state none.'),
    disbursements: euros('not part of the amount.'),
    natures: z.array(ReceiptOfNatureJson),
    withoutRate: z.int().meta({ description: 'Lines in another currency without a known rate; they count as 0.' }),
  })
  .meta({ id: 'ReceiptTotals' });

const PeriodTotalsJson = z
  .object({ from: on('The first day of the month, quarter or year.'), ...ReceiptTotalsJson.shape })
  .meta({ id: 'ReceiptTotalsOfPeriod' });

export const ReceiptsBookTotalsJson = z
  .object({
    from: on('The first day.'),
    to: on('The last day.'),
    months: z.array(PeriodTotalsJson).meta({ description: 'Months with a line.' }),
    quarters: z.array(PeriodTotalsJson).meta({ description: 'Quarters with a line, within the period.' }),
    years: z.array(PeriodTotalsJson).meta({ description: 'Years with a line, within the period.' }),
    total: ReceiptTotalsJson,
  })
  .meta({ id: 'ReceiptsBookTotals' });

type Line = z.input<typeof ReceiptLineJson>;
/** A line as it is read, for its JSON. */
type Shown = Omit<Line, 'number' | 'corrects' | 'billingId' | 'natures' | 'rates' | 'foreign' | 'closed' | 'test'> & {
  readonly n: number;
  readonly isClosed?: true;
  readonly correctsId?: string;
  readonly documentId?: string;
  readonly pastDocumentId?: string;
  readonly natures: readonly OfNature[];
  readonly rates: readonly Line['rates'][number][];
  readonly foreign?: { readonly currency: string; readonly amount: number };
};

/** The JSON of a line. */
export const receiptLineToJson = (line: Shown, test: boolean): Line => ({
  ...{ id: line.id, number: line.n, on: line.on, event: line.event },
  ...(line.receivedOn !== undefined && { receivedOn: line.receivedOn }),
  ...(line.correctsId !== undefined && { corrects: line.correctsId }),
  ...(line.documentId !== undefined && { billingId: line.documentId }),
  ...(line.pastDocumentId !== undefined && { pastDocumentId: line.pastDocumentId }),
  ...(line.reference !== undefined && { reference: line.reference }),
  ...(line.customerName !== undefined && { customerName: line.customerName }),
  ...(line.method !== undefined && { method: line.method }),
  ...(line.otherMethod !== undefined && { otherMethod: line.otherMethod }),
  ...(line.note !== undefined && { note: line.note }),
  ...{ amount: line.amount, vat: line.vat, natures: [...line.natures], rates: [...line.rates] },
  disbursements: line.disbursements,
  ...(line.foreign && {
    foreign: { ...line.foreign, currency: line.foreign.currency as z.infer<typeof CurrencyCodeJson> },
  }),
  ...(line.lacksRate && { lacksRate: line.lacksRate }),
  ...(line.isClosed && { closed: true }),
  test,
});

/** The JSON of totals. */
export const receiptTotalsToJson = (totals: BookTotals): z.input<typeof ReceiptTotalsJson> => ({
  ...totals,
  natures: [...totals.natures],
});
