import { counterSalesWithin } from '../../../db/einvoicing/counter-sales.ts';
import { billsIssued, moneyReceived, type WithBase } from '../../../db/einvoicing/reported-documents.ts';
import { referenceRates } from '../../../db/reference-rates.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import type { CounterSale } from '../../../domain/einvoicing/e-reporting/counter-sale.ts';
import {
  type AmountOfRate,
  addReceipt,
  type ReceiptEntry,
  type ReceiptFigure,
  type ReceiptSums,
  receiptFigures,
  receiptOfTakings,
  reportedReceipt,
} from '../../../domain/einvoicing/e-reporting/receipts.ts';
import type { ReportingRegime } from '../../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import {
  addSale,
  type InternationalSale,
  type LeftOut,
  reportedSale,
  reportedTakings,
  type SaleEntry,
  type SaleFigure,
  saleFigures,
  type ToEuros,
} from '../../../domain/einvoicing/e-reporting/sales.ts';
import { toEurosAt } from '../../../domain/einvoicing/e-reporting/to-euros.ts';
import { type CurrencyCode, currencyCodes } from '../../../domain/money/currency.ts';
import { rateDaysFor } from '../../../domain/money/reference-rates.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';

/** Documents or payments of one report: bounds its time and memory. */
const REPORT_RECORDS_MAX = 50_000;
/** Entries of takings of one report. */
const TAKINGS_MAX = 10_000;

/** The days of a report, both included. */
export type ReportSpan = { readonly from: CivilDay; readonly to: CivilDay };

/** The figures of the sales of a period. */
export type SalesOfPeriod = {
  readonly figures: readonly SaleFigure[];
  readonly international: readonly InternationalSale[];
  readonly leftOut: readonly (LeftOut & { readonly count: number })[];
  /** Numbers of documents whose VAT has no known value in euros. */
  readonly withoutRate: readonly string[];
};

/** The figures of the receipts of a period. */
export type ReceiptsOfPeriod = {
  readonly figures: readonly ReceiptFigure[];
  readonly unreported: readonly AmountOfRate[];
  readonly withoutRate: readonly string[];
};

type TooLarge = Refused<'e_report_too_large'>;
const tooLarge: TooLarge = { refused: 'e_report_too_large', limit: REPORT_RECORDS_MAX };

/** The regime that decides an account's calendar; a wholly exempt one has that of the franchise. */
export function reportingRegimeOf({ vatRegime, vatDeclaredQuarterly }: AccountSettings): ReportingRegime {
  if (vatRegime === 'simplified') return 'simplified';
  if (vatRegime === 'normal') return vatDeclaredQuarterly ? 'normal_quarterly' : 'normal_monthly';
  return 'franchise';
}

/** The sales of a period; each entry is also passed to `see`, for lists. */
export async function salesOfPeriod(
  context: Context,
  settings: AccountSettings,
  span: ReportSpan,
  see: (entry: SaleEntry | InternationalSale) => void = () => {},
): Promise<SalesOfPeriod | TooLarge> {
  const { tx, test } = context;
  const { takings, euros } = await surroundingsOf(context, span);
  const sums = new Map<string, SaleFigure>();
  const international: InternationalSale[] = [];
  const leftOut = new Map<string, LeftOut & { count: number }>();
  const withoutRate: string[] = [];
  const take = (entry: SaleEntry): void => {
    addSale(sums, entry);
    see(entry);
  };
  let read = 0;
  for await (const bills of billsIssued(tx, { test, ...span })) {
    read += bills.length;
    if (read > REPORT_RECORDS_MAX) return tooLarge;
    for (const bill of bills) {
      const sale = reportedSale(bill, euros(bill));
      for (const entry of sale.entries) take(entry);
      for (const left of sale.leftOut) addLeft(leftOut, left);
      if (sale.lacksRate) withoutRate.push(bill.number);
      if (!sale.international) continue;
      international.push(sale.international);
      see(sale.international);
    }
  }
  const onDebits = settings.emitter.vatOnDebits === true;
  for (const sale of takings) take(reportedTakings(sale, { onDebits }));
  return { figures: saleFigures(sums), international, leftOut: [...leftOut.values()], withoutRate };
}

function addLeft(leftOut: Map<string, LeftOut & { count: number }>, left: LeftOut): void {
  const name = `${left.why} ${left.currency}`;
  const known = leftOut.get(name);
  const net = ((known?.net ?? 0) + left.net) as LeftOut['net'];
  leftOut.set(name, { ...left, net, count: (known?.count ?? 0) + 1 });
}

/** The receipts of a period; each entry is also passed to `see`, for lists. */
export async function receiptsOfPeriod(
  context: Context,
  settings: AccountSettings,
  span: ReportSpan,
  see: (entry: ReceiptEntry) => void = () => {},
): Promise<ReceiptsOfPeriod | TooLarge> {
  const { tx, test } = context;
  const { takings, euros } = await surroundingsOf(context, span);
  const sums: ReceiptSums = new Map();
  const withoutRate: string[] = [];
  const take = (entry: ReceiptEntry): void => {
    addReceipt(sums, entry);
    see(entry);
  };
  let read = 0;
  for await (const payments of moneyReceived(tx, { test, ...span, zone: settings.zone })) {
    read += payments.length;
    if (read > REPORT_RECORDS_MAX) return tooLarge;
    for (const payment of payments) {
      const receipt = reportedReceipt(payment, euros(payment));
      if (!receipt) continue;
      take(receipt.entry);
      if (receipt.lacksRate) withoutRate.push(payment.number);
    }
  }
  const onDebits = settings.emitter.vatOnDebits === true;
  for (const sale of takings) {
    const entry = receiptOfTakings(sale, { onDebits });
    if (entry) take(entry);
  }
  return { ...receiptFigures(sums), withoutRate };
}

type Surroundings = {
  readonly takings: readonly CounterSale[];
  readonly euros: (of: Pick<WithBase<object>, 'base'>) => ToEuros;
};

/** The takings of a period and the reference rates it may need. */
async function surroundingsOf({ tx, test }: Context, span: ReportSpan): Promise<Surroundings> {
  const [takings, rates] = await Promise.all([
    counterSalesWithin(tx, { test, ...span, most: TAKINGS_MAX }),
    referenceRates(tx, { from: rateDaysFor(span.from).from, to: span.to, codes: currencyCodes }),
  ]);
  const known = new Map<CurrencyCode, ToEuros>();
  const euros: Surroundings['euros'] = ({ base }) => {
    const convert = known.get(base) ?? toEurosAt(rates, base);
    known.set(base, convert);
    return convert;
  };
  return { takings, euros };
}
