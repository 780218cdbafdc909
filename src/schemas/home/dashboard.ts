import * as z from 'zod';
import { situations } from '../../domain/billing/document/situation.ts';
import { firstStepNames } from '../../domain/home/first-steps.ts';
import { consequences, thresholdNames } from '../../domain/home/thresholds.ts';
import { todoActs } from '../../domain/home/todo.ts';
import { vatPeriods } from '../../domain/home/vat-of-period.ts';
import { BillingTypeJson, CurrencyCodeJson, VatCodeJson } from '../fields/enumerations.ts';

const cents = z.int().meta({ description: 'Cents of the account’s currency.' });
const day = z.string().meta({ format: 'date', description: 'A day, 2026-03-02.' });
const days = z.int();

const OtherCurrencyJson = z
  .object({ currency: CurrencyCodeJson, amount: z.int(), count: z.int() })
  .meta({ id: 'OtherCurrency', description: 'The figure in another currency, in its cents; never converted.' });

/** Where to find the entries of a figure: the list, its filters, and the member of its totals. */
const ListOfFigureJson = z
  .object({
    path: z.enum(['/v2/billings', '/v2/payments', '/v2/past-documents']),
    query: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
    member: z.enum([
      ...([
        'remainingToPay',
        'remainingToBill',
        'remainingToRefund',
        'withTax',
        'turnover',
        'refunded',
        'vatDue',
        'vatRefunded',
      ] as const),
    ]),
  })
  .meta({ id: 'ListOfFigure' });

export const FigureJson = z
  .object({
    amount: cents,
    count: z.int().meta({ description: 'The number of documents or payments in the figure.' }),
    lists: z.array(ListOfFigureJson).meta({
      description:
        'The lists that the figure sums: `GET <path>?<query>`. `GET <path>/totals?<query>` returns the figure under `member`. Booked amounts (turnover, VAT due, refunds) are under `booked`, for documents with `&booked=true`.',
    }),
    others: z.array(OtherCurrencyJson),
  })
  .meta({ id: 'Figure' });

const seriesJson = z
  .object({
    year: FigureJson,
    lastYearToDate: FigureJson.meta({ description: 'The previous year, up to the same day.' }),
    months: z.array(
      z.object({ month: z.string(), thisYear: FigureJson, lastYear: FigureJson }).meta({ id: 'TurnoverOfMonth' }),
    ),
  })
  .meta({ id: 'TurnoverSeries' });

const TodoJson = z
  .object({
    act: z.enum(todoActs).meta({ description: 'The proposed action.' }),
    situation: z.enum(situations),
    billingId: z.string(),
    type: BillingTypeJson,
    number: z.string().optional(),
    title: z.string().optional(),
    customerName: z.string().optional(),
    currency: CurrencyCodeJson,
    amount: z.int().meta({
      description: 'Cents: what remains to pay, to refund, to bill or to account for, or the total, tax included.',
    }),
    day: day
      .optional()
      .meta({ description: 'The due day, the day of signature or of payment, the last day of validity.' }),
    days: days.optional().meta({ description: 'The number of days late, or days left.' }),
    lacks: z.array(z.object({ name: z.string(), message: z.string() }).meta({ id: 'Lacking' })),
  })
  .meta({ id: 'Todo' });

const VatJson = z
  .object({
    period: z.enum(vatPeriods),
    from: day,
    to: day,
    rates: z.array(
      z
        .object({
          vatCode: VatCodeJson,
          ratePercent: z.number(),
          onInvoices: cents,
          onReceipts: cents,
          amount: cents,
        })
        .meta({ id: 'VatOfRate' }),
    ),
    total: FigureJson.omit({ count: true }).meta({ id: 'VatFigure' }),
  })
  .meta({ id: 'VatOfPeriod' });

const ThresholdJson = z
  .object({
    name: z.enum(thresholdNames),
    counts: z.enum(['invoiced', 'collected']),
    turnover: cents,
    limit: cents,
    upper: cents.optional(),
    percent: z.number().meta({ description: 'The turnover in percent of the limit, with one decimal.' }),
    proRataDays: days
      .optional()
      .meta({ description: 'The days of activity in a first year, by which the limit is prorated.' }),
    withOwed: cents.optional().meta({ description: 'The turnover if all receivables were paid this year.' }),
    crossed: z.boolean(),
    upperCrossedOn: day.optional(),
    crossesOn: day
      .optional()
      .meta({ description: 'The day this year on which the limit is exceeded at the pace of the last three months.' }),
    lastYear: z.object({ turnover: cents, limit: cents, crossed: z.boolean() }),
    consequence: z.enum(consequences),
    from: day.optional().meta({ description: 'The day from which the consequence applies.' }),
    source: z.object({ text: z.string(), on: day }),
  })
  .meta({ id: 'Threshold' });

/** The figures of the home page. */
export const DashboardJson = z
  .object({
    day,
    year: z.int(),
    currency: CurrencyCodeJson,
    owed: FigureJson,
    late: FigureJson,
    age: z.object({ notDue: FigureJson, days1To30: FigureJson, days31To60: FigureJson, daysOver60: FigureJson }),
    toBill: FigureJson,
    toRefund: FigureJson.meta({ description: 'Amounts owed to customers because credit notes came after payments.' }),
    offers: z.object({ waiting: FigureJson, signed: FigureJson, refused: FigureJson }),
    todo: z.array(TodoJson),
    todoTotal: z.object({
      unapplied: z.int(),
      refunds: z.int().meta({ description: 'The number of documents with an amount to refund.' }),
      late: z.int(),
      drafts: z.int(),
      paused: z.int(),
      toBill: z.int(),
      expiring: z.int(),
      failedAtPlatform: z
        .int()
        .meta({ description: 'The number of documents that an approved platform or their buyer refused, to correct.' }),
      unsent: z.int().meta({
        description: 'The number of documents that were due at the platform and did not go there.',
      }),
      unstamped: z.int().meta({ description: 'The number of documents signed online that have no time stamp yet.' }),
    }),
    turnover: z.object({ invoiced: seriesJson, collected: seriesJson }),
    vat: VatJson.optional().meta({ description: 'The VAT due; absent if the account charges no VAT.' }),
    thresholds: z.array(ThresholdJson),
    firstSteps: z
      .array(z.object({ name: z.enum(firstStepNames), done: z.boolean() }).meta({ id: 'FirstStep' }))
      .meta({ description: 'The first steps of an account, and which are done.' }),
  })
  .meta({ id: 'Dashboard' });
export type DashboardJson = z.input<typeof DashboardJson>;
export type FigureJson = z.input<typeof FigureJson>;
export type TodoJson = z.input<typeof TodoJson>;
