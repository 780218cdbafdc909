import { canonicalJson } from '../../../audit/canonical-json.ts';
import { sha256Hex } from '../../../audit/chain/chain-link.ts';
import { readDocumentGroup } from '../../../db/billing/read-document-group.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import { isBill, isFinalized } from '../../../domain/billing/document/document.ts';
import type { ReportTotal } from '../../../domain/einvoicing/e-reporting/deposit.ts';
import type { ReportFault, ReportFaultName } from '../../../domain/einvoicing/e-reporting/refusal.ts';
import type { ReportKind, ReportPeriod } from '../../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import type { InternationalSale } from '../../../domain/einvoicing/e-reporting/sales.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { electronicInvoiceOf } from '../../../einvoice/build-electronic-invoice.ts';
import {
  type ReportedInvoice,
  type ReportHead,
  receiptsReportXml,
  salesReportXml,
} from '../../../einvoice/flux10/flux10.ts';
import { reportedBuyer, reportedSeller } from '../../../einvoice/flux10/reported-parties.ts';
import type { Context } from '../../context.ts';
import { type ReceiptsOfPeriod, receiptsOfPeriod, type SalesOfPeriod, salesOfPeriod } from './load-report.ts';

/** International invoices whose whole documents one file reads. */
const INTERNATIONAL_MAX = 5_000;
/** Numbers named with a fault. */
const NUMBERS_NAMED_MAX = 20;

type Writer = (head: ReportHead) => string;

/** What a report states, without its head. */
export type ReportContent = {
  /** The digest of its figures in hex: the same figures have the same. */
  readonly figures: string;
  readonly totals: readonly ReportTotal[];
  readonly isEmpty: boolean;
  /** Reads what the file needs beyond the figures. Returns what writes it, or what is missing. */
  readonly prepare: () => Promise<Writer | Refused<'e_report_incomplete' | 'e_report_too_large'>>;
};

/** The content of the report of a period as the books stand now. */
export async function reportContent(
  context: Context,
  settings: AccountSettings,
  { kind, period }: { readonly kind: ReportKind; readonly period: Pick<ReportPeriod, 'from' | 'to'> },
): Promise<ReportContent | Refused<'e_report_too_large'>> {
  if (kind === 'transactions') {
    const sales = await salesOfPeriod(context, settings, period);
    return 'refused' in sales ? sales : contentOfSales(context, settings, sales);
  }
  const receipts = await receiptsOfPeriod(context, settings, period);
  return 'refused' in receipts ? receipts : contentOfReceipts(receipts);
}

/** The digest and the totals of sales. Invoices never change, so their IDs stand for them. */
export function factsOfSales({ figures, international }: Pick<SalesOfPeriod, 'figures' | 'international'>) {
  const totals = new Map<string, { amount: number; vat: number }>();
  for (const { currency, net, vatInEuros } of [...figures, ...international]) {
    const { amount, vat } = totals.get(currency) ?? { amount: 0, vat: 0 };
    totals.set(currency, { amount: amount + net, vat: vat + vatInEuros });
  }
  return {
    figures: sha256Hex(canonicalJson({ figures, international: international.map(({ id }) => id).toSorted() })),
    totals: [...totals].map(([currency, sums]): ReportTotal => ({ currency, ...sums })),
    isEmpty: figures.length === 0 && international.length === 0,
  };
}

/** The digest and the totals of receipts, tax included. */
export function factsOfReceipts({ figures }: Pick<ReceiptsOfPeriod, 'figures'>) {
  const rates = figures.flatMap((figure) => figure.rates);
  const isEmpty = rates.every(({ reported }) => reported === 0);
  const amount = rates.reduce((all, { reported }) => all + reported, 0);
  const totals: ReportTotal[] = isEmpty ? [] : [{ currency: 'EUR', amount }];
  return { figures: sha256Hex(canonicalJson({ figures })), totals, isEmpty };
}

const contentOfSales = (context: Context, settings: AccountSettings, sales: SalesOfPeriod): ReportContent => ({
  ...factsOfSales(sales),
  prepare: async () => {
    const { figures, international, withoutRate } = sales;
    if (international.length > INTERNATIONAL_MAX) return { refused: 'e_report_too_large', limit: INTERNATIONAL_MAX };
    const faults: Faults = new Map();
    for (const number of withoutRate) addFault(faults, 'euroRate', number);
    const invoices: ReportedInvoice[] = [];
    for (const sale of international) {
      const invoice = await reportedInvoice(context, settings, { sale, faults });
      if (invoice) invoices.push(invoice);
    }
    return faults.size > 0 ? incomplete(faults) : (head) => salesReportXml(head, { invoices, sales: figures });
  },
});

async function reportedInvoice(
  { tx }: Context,
  settings: AccountSettings,
  { sale, faults }: { sale: InternationalSale; faults: Faults },
): Promise<ReportedInvoice | undefined> {
  const documents = [...(await readDocumentGroup(tx, sale.id)).values()].map(({ document }) => document);
  const bill = documents.find(({ id }) => id === sale.id);
  if (!bill || !isBill(bill) || !isFinalized(bill) || !bill.sealed.customer) return undefined;
  const invoice = electronicInvoiceOf(bill, { zone: settings.zone, relatives: documents });
  const seller = reportedSeller(bill.sealed.emitter);
  const isCredit = bill.kind === 'credit_note';
  if (!seller) addFault(faults, 'sellerVatNumber', sale.number);
  if (isCredit && !invoice.preceding.some(({ issuedOn }) => issuedOn !== undefined))
    addFault(faults, 'creditNoteReference', sale.number);
  if (invoice.breakdown.some(({ vat }) => vat.category === 'E' && vat.reason?.code === undefined))
    addFault(faults, 'exemptionCode', sale.number);
  return seller && { invoice, seller, buyer: reportedBuyer(bill.sealed.customer) };
}

const contentOfReceipts = (receipts: ReceiptsOfPeriod): ReportContent => ({
  ...factsOfReceipts(receipts),
  prepare: async () => {
    const faults: Faults = new Map();
    for (const number of receipts.withoutRate) addFault(faults, 'euroRate', number);
    return faults.size > 0 ? incomplete(faults) : (head) => receiptsReportXml(head, receipts.figures);
  },
});

type Faults = Map<ReportFaultName, string[]>;

function addFault(faults: Faults, name: ReportFaultName, number: string): void {
  const numbers = faults.get(name) ?? [];
  if (numbers.length < NUMBERS_NAMED_MAX) numbers.push(number);
  faults.set(name, numbers);
}

const incomplete = (faults: Faults): Refused<'e_report_incomplete'> => ({
  refused: 'e_report_incomplete',
  faults: [...faults].map(([name, numbers]): ReportFault => ({ name, numbers })),
});
