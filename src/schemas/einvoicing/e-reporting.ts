import * as z from 'zod';
import { omissions, saleCategories } from '../../domain/einvoicing/e-reporting/classification.ts';
import { type CounterSale, counterRates, counterSold } from '../../domain/einvoicing/e-reporting/counter-sale.ts';
import type { ReceiptEntry } from '../../domain/einvoicing/e-reporting/receipts.ts';
import { reportFaultNames } from '../../domain/einvoicing/e-reporting/refusal.ts';
import { periodStates, reportingRegimes, reportKinds } from '../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import type { InternationalSale, SaleEntry } from '../../domain/einvoicing/e-reporting/sales.ts';
import { worded } from '../fields/enum-schema.ts';
import { PaymentMethodJson, paymentMethod } from '../fields/enumerations.ts';
import { text } from '../fields/text.ts';
import { day } from '../fields/timestamp.ts';
import { isTest } from '../lists/list-query.ts';
import { EReportTransmissionJson, nextTransmissionJson } from './e-report-deposit.ts';

const dayJson = z.string().meta({ format: 'date' });
const cents = z.int().meta({ description: 'Cents of the currency; negative for credit notes.' });
const euroCents = z.int().meta({ description: 'Cents of euros; negative for credit notes and refunds.' });
const rate = z.int().meta({ description: 'VAT rate in hundredths of a percent: 2000 is 20 %.' });

/** The kind of a report in a path. */
export const reportKind = worded(reportKinds).meta({
  description: '`transactions`: sales (blocks 10.1 and 10.3). `payments`: receipts (blocks 10.2 and 10.4).',
  example: 'transactions',
});

/** Any day of a period. */
export const dayOfPeriod = day.meta({ description: 'A day of the period.', example: '2027-09-01' });

const periodJson = {
  kind: z.enum(reportKinds),
  from: dayJson,
  to: dayJson,
  lastDay: dayJson.meta({ description: 'The last day on which the report may reach the platform.' }),
  state: z.enum(periodStates).meta({
    description:
      '`not_required`: before small businesses must report; `running`: not over; `to_report`: over, the last day has not passed; `overdue`: the last day has passed. What was sent is in `transmission`.',
  }),
  transmission: EReportTransmissionJson.nullable().meta({ description: 'The last report sent; null if none was.' }),
};

const ReportPeriodJson = z.object(periodJson).meta({ id: 'EReportPeriod' });

export const ReportPeriodsJson = z
  .object({
    regime: z.enum(reportingRegimes).meta({ description: 'The VAT regime that decides the periods.' }),
    begins: dayJson.meta({ description: 'From this day on small businesses must report.' }),
    periods: z.array(ReportPeriodJson),
  })
  .meta({ id: 'EReportPeriods' });

const SaleFigureJson = z
  .object({
    on: dayJson,
    currency: z.string(),
    category: z.enum(saleCategories).meta({
      description:
        '`TLB1`: goods taxed in France; `TPS1`: services taxed in France; `TNT1`: not taxed in France; `TMA1`: margin schemes.',
    }),
    onDebits: z.boolean().meta({ description: 'Services under the option for debits.' }),
    net: cents,
    vat: euroCents.meta({ description: 'VAT, in cents of euros.' }),
    count: z.int().meta({ description: 'The documents and entries of takings added up.' }),
    rates: z.array(z.object({ rate, net: cents, vat: cents })),
  })
  .meta({ id: 'EReportSale' });

const amountOfRate = z.object({ rate, amount: euroCents });

const ReceiptFigureJson = z
  .object({
    on: dayJson,
    count: z.int(),
    rates: z.array(
      z.object({
        rate,
        amount: euroCents.meta({ description: 'What was received, tax included, in cents of euros.' }),
        reported: z.int().meta({
          description: 'What the report states: it has no negative receipts, so they are set off against other days.',
        }),
      }),
    ),
  })
  .meta({ id: 'EReportReceipt' });

/** The figures of a report. */
export const EReportJson = z
  .object({
    ...periodJson,
    regime: z.enum(reportingRegimes),
    test: isTest,
    next: nextTransmissionJson,
    earlier: z.array(EReportTransmissionJson).meta({ description: 'The reports sent before, newest first.' }),
    sales: z.array(SaleFigureJson).meta({ description: 'Block 10.3, for `transactions`.' }),
    international: z
      .array(z.object({ currency: z.string(), count: z.int(), net: cents, vat: euroCents }))
      .meta({ description: 'Block 10.1, for `transactions`: the sums of the invoices, by currency.' }),
    receipts: z.array(ReceiptFigureJson).meta({ description: 'Block 10.4, for `payments`.' }),
    internationalReceipts: z
      .object({ count: z.int(), rates: z.array(amountOfRate) })
      .meta({ description: 'Block 10.2, for `payments`: the sums of the receipts of international invoices.' }),
    leftOut: z.array(z.object({ why: z.enum(omissions), currency: z.string(), count: z.int(), net: cents })).meta({
      description:
        'Amounts in no sum: disbursements, activities exempt by CGI art. 261 to 261 E, sales under a margin scheme, whose margin you enter as takings, and sales reported before their invoice.',
    }),
    unreported: z.array(amountOfRate).meta({
      description: 'Refunds beyond the receipts of the period, which the report cannot state.',
    }),
    faults: z.array(z.object({ name: z.enum(reportFaultNames), numbers: z.array(z.string()) })),
    isEmpty: z.boolean().meta({ description: 'Nothing to report: send nothing.' }),
  })
  .meta({ id: 'EReport' });

/** A document, a payment or takings behind the figures. */
export const EReportEntryJson = z
  .object({
    block: z.enum(['10.1', '10.2', '10.3', '10.4']),
    on: dayJson,
    source: z.enum(['document', 'payment', 'counter_sale']),
    sourceId: z.string().meta({ description: 'The id of the payment or the takings; for a document, its id.' }),
    billingId: z.string().optional(),
    number: z.string().optional(),
    customerName: z.string().optional(),
    currency: z.string(),
    category: z.enum(saleCategories).optional(),
    net: cents.optional().meta({ description: 'For a sale.' }),
    vat: euroCents.optional().meta({ description: 'For a sale: VAT, in cents of euros.' }),
    rates: z.array(amountOfRate).optional().meta({ description: 'For a receipt: tax included, by rate.' }),
  })
  .meta({ id: 'EReportEntry' });
export type EReportEntryShown = z.input<typeof EReportEntryJson>;

export function saleEntryToJson(entry: SaleEntry | InternationalSale): EReportEntryShown {
  const { on, currency, net, vatInEuros: vat } = entry;
  const amounts = { on, currency, net, vat };
  if (!('from' in entry)) {
    const { id, number, customerName } = entry;
    return {
      ...amounts,
      ...{ block: '10.1', source: 'document', sourceId: id, billingId: id, number },
      ...named(customerName),
    };
  }
  const { from, category } = entry;
  const sale = { ...amounts, block: '10.3' as const, category, source: from.what, sourceId: from.id };
  return from.what === 'counter_sale'
    ? sale
    : { ...sale, billingId: from.id, number: from.number, ...named(from.customerName) };
}

export const receiptEntryToJson = ({ from, id, on, invoice, document, rates }: ReceiptEntry): EReportEntryShown => ({
  ...{ block: invoice ? '10.2' : '10.4', on, source: from, sourceId: id, currency: 'EUR', rates: [...rates] },
  ...(document && { billingId: document.id, number: document.number, ...named(document.customerName) }),
});

const named = (customerName: string | undefined) => customerName !== undefined && { customerName };

/** Takings of a day without invoices. */
export const CounterSaleJson = z
  .object({
    id: z.string(),
    on: dayJson,
    sold: z.enum(counterSold),
    rate,
    amount: euroCents.meta({ description: 'Takings, tax included, in cents of euros.' }),
    method: PaymentMethodJson.optional(),
    note: z.string().optional(),
    correctsId: z.string().optional().meta({ description: 'The entry it replaces.' }),
    replaced: z.boolean().meta({ description: 'A later entry replaced it.' }),
    createdAt: z.int(),
    test: isTest,
  })
  .meta({ id: 'CounterSale' });

/** The largest takings of an entry, in cents: ten billion euros. */
const TAKINGS_MAX = 1_000_000_000_000;
const NOTE_MAX = 200;

export const CounterSaleForm = z
  .object({
    on: day.meta({ description: 'The day of the sales.', example: '2027-09-04' }),
    sold: worded(counterSold).meta({
      description: 'Goods, services, or the margin, tax included, of sales under a margin scheme.',
    }),
    rate: z
      .int()
      .min(0)
      .max(10_000)
      .meta({
        description: `In hundredths of a percent: ${counterRates.join(', ')}. 0 under the franchise.`,
        example: 2000,
      }),
    amount: z
      .int()
      .min(-TAKINGS_MAX)
      .max(TAKINGS_MAX)
      .meta({ description: 'Takings of the day, tax included, in cents of euros.', example: 42_000 }),
    method: paymentMethod.optional(),
    note: text(NOTE_MAX).optional(),
  })
  .meta({ id: 'CounterSaleForm' });

export function counterSaleToJson(
  { id, on, sold, rate, amount, method, note, correctsId, createdAt }: CounterSale,
  { isReplaced, test }: { readonly isReplaced: boolean; readonly test: boolean },
): z.input<typeof CounterSaleJson> {
  return {
    ...{ id, on, sold, rate, amount, createdAt, replaced: isReplaced, test },
    ...(method !== undefined && { method }),
    ...(note !== undefined && { note }),
    ...(correctsId !== undefined && { correctsId }),
  };
}
