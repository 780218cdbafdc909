import type { AccountSettings } from '../../../domain/account/settings.ts';
import type { AmountOfRate } from '../../../domain/einvoicing/e-reporting/receipts.ts';
import type { ReportFault } from '../../../domain/einvoicing/e-reporting/refusal.ts';
import type { ReportKind, ReportPeriod } from '../../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import type { InternationalSale } from '../../../domain/einvoicing/e-reporting/sales.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import {
  type EReportEntryShown,
  receiptEntryToJson,
  saleEntryToJson,
} from '../../../schemas/einvoicing/e-reporting.ts';
import type { Context } from '../../context.ts';
import { type ReceiptsOfPeriod, receiptsOfPeriod, type SalesOfPeriod, salesOfPeriod } from './load-report.ts';
import { factsOfReceipts, factsOfSales } from './report-content.ts';

type Asked = { readonly kind: ReportKind; readonly settings: AccountSettings; readonly period: ReportPeriod };
type TooLarge = Refused<'e_report_too_large'>;

/** Numbers named with a fault. */
const NUMBERS_NAMED_MAX = 20;

/** The figures of a report in API terms, and what tells whether they were sent. */
export async function figuresOfReport(context: Context, { kind, settings, period }: Asked) {
  if (kind === 'transactions') {
    const sales = await salesOfPeriod(context, settings, period);
    return 'refused' in sales ? sales : { shown: salesToJson(sales, settings), facts: factsOfSales(sales) };
  }
  const receipts = await receiptsOfPeriod(context, settings, period);
  if ('refused' in receipts) return receipts;
  return { shown: receiptsToJson(receipts, settings), facts: factsOfReceipts(receipts) };
}

const nothing = () => ({
  ...{ sales: [], international: [], receipts: [], leftOut: [], unreported: [] },
  internationalReceipts: { count: 0, rates: [] },
});

function salesToJson({ figures, international, leftOut, withoutRate }: SalesOfPeriod, { emitter }: AccountSettings) {
  const lacksNumber = international.length > 0 && emitter.vatNumber === undefined;
  return {
    ...nothing(),
    sales: figures.map(({ vatInEuros: vat, rates, ...figure }) => ({ ...figure, vat, rates: [...rates] })),
    international: sumsOf(international),
    leftOut: leftOut.map((left) => ({ ...left })),
    faults: faultsOf({ emitter, withoutRate, lacksNumber }),
    isEmpty: figures.length === 0 && international.length === 0,
  };
}

function sumsOf(international: readonly InternationalSale[]) {
  const byCurrency = Map.groupBy(international, ({ currency }) => currency);
  return [...byCurrency]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sales]) => ({
      ...{ currency, count: sales.length },
      net: sales.reduce((all, { net }) => all + net, 0),
      vat: sales.reduce((all, { vatInEuros }) => all + vatInEuros, 0),
    }));
}

function receiptsToJson({ figures, unreported, withoutRate }: ReceiptsOfPeriod, { emitter }: AccountSettings) {
  const ofInvoices = figures.filter(({ invoice }) => invoice);
  const rates = new Map<number, number>();
  for (const { rate, amount } of ofInvoices.flatMap((figure) => figure.rates))
    rates.set(rate, (rates.get(rate) ?? 0) + amount);
  return {
    ...nothing(),
    receipts: figures.flatMap(({ invoice, on, count, rates: of }) => (invoice ? [] : [{ on, count, rates: [...of] }])),
    internationalReceipts: {
      count: ofInvoices.reduce((all, { count }) => all + count, 0),
      rates: [...rates].map(([rate, amount]) => ({ rate, amount })),
    },
    unreported: unreported.map((each: AmountOfRate) => ({ ...each })),
    faults: faultsOf({ emitter, withoutRate, lacksNumber: false }),
    isEmpty: figures.every((figure) => figure.rates.every(({ reported }) => reported === 0)),
  };
}

function faultsOf({
  emitter,
  withoutRate,
  lacksNumber,
}: {
  readonly emitter: AccountSettings['emitter'];
  readonly withoutRate: readonly string[];
  readonly lacksNumber: boolean;
}) {
  const faults: ReportFault[] = [
    ...(emitter.siret === undefined ? [{ name: 'sellerSiret' as const, numbers: [] }] : []),
    ...(lacksNumber ? [{ name: 'sellerVatNumber' as const, numbers: [] }] : []),
    ...(withoutRate.length > 0
      ? [{ name: 'euroRate' as const, numbers: withoutRate.slice(0, NUMBERS_NAMED_MAX) }]
      : []),
  ];
  return faults.map(({ name, numbers }) => ({ name, numbers: [...numbers] }));
}

/** The entries behind the figures, by day and number; `only` one day of the period. */
export async function entriesOfReport(
  context: Context,
  { kind, settings, period }: Asked,
  { only }: { readonly only?: CivilDay | undefined },
): Promise<EReportEntryShown[] | TooLarge> {
  if (only !== undefined && (only < period.from || only > period.to)) return [];
  const span = only === undefined ? period : { from: only, to: only };
  const entries: EReportEntryShown[] = [];
  const read =
    kind === 'transactions'
      ? await salesOfPeriod(context, settings, span, (entry) => entries.push(saleEntryToJson(entry)))
      : await receiptsOfPeriod(context, settings, span, (entry) => entries.push(receiptEntryToJson(entry)));
  if ('refused' in read) return read;
  return entries.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const placeOf = ({ on, number = '', sourceId }: EReportEntryShown): string => `${on} ${number} ${sourceId}`;
