import { createHash } from 'node:crypto';
import { settingsOf } from '../../../db/account/settings.ts';
import { readDocumentGroup } from '../../../db/billing/read-document-group.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import { isBill, isFinalized } from '../../../domain/billing/document/document.ts';
import { sirenOfSiret } from '../../../domain/customers/customer.ts';
import type { ReportFault, ReportFaultName } from '../../../domain/einvoicing/e-reporting/refusal.ts';
import type { ReportKind, ReportPeriod } from '../../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import type { InternationalSale } from '../../../domain/einvoicing/e-reporting/sales.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { electronicInvoiceOf } from '../../../einvoice/build-electronic-invoice.ts';
import {
  type ReportedInvoice,
  type ReportHead,
  type ReportType,
  receiptsReportXml,
  salesReportXml,
} from '../../../einvoice/flux10/flux10.ts';
import { reportedBuyer, reportedSeller } from '../../../einvoice/flux10/reported-parties.ts';
import type { Context } from '../../context.ts';
import { receiptsOfPeriod, salesOfPeriod } from './load-report.ts';

/** International invoices whose whole documents one file reads. */
const INTERNATIONAL_MAX = 5_000;
/** Numbers named with a fault. */
const NUMBERS_NAMED_MAX = 20;

/** Which report: its period, whether it replaces an earlier one, and who sends it. */
export type ReportAsked = {
  readonly kind: ReportKind;
  readonly period: ReportPeriod;
  readonly type: ReportType;
  /** The approved platform: four characters, and its name. */
  readonly platform: ReportHead['platform'];
};

/** The flux 10 file of a period. `sha256`: lower-case hexadecimal, as platforms expect it. */
export type ReportFile = { readonly name: string; readonly bytes: Buffer; readonly sha256: string };

type FileRefusal = Refused<'e_report_running' | 'e_report_empty' | 'e_report_incomplete' | 'e_report_too_large'>;

/**
 * The file of a period's report, ready to be downloaded or deposited at a platform. The same
 * figures, caller and second give the same bytes.
 */
export async function reportFile(context: Context, asked: ReportAsked): Promise<ReportFile | FileRefusal> {
  const { settings } = await settingsOf(context.tx);
  const { kind, period, type } = asked;
  if (civilDayOf(context.now, settings.zone) <= period.to) return { refused: 'e_report_running', to: period.to };
  const { siret } = settings.emitter;
  if (siret === undefined) return { refused: 'e_report_incomplete', faults: [{ name: 'sellerSiret', numbers: [] }] };
  const head = headOf(asked, { settings, siren: sirenOfSiret(siret), now: context.now });
  const xml =
    kind === 'transactions' ? await salesXml(context, settings, head) : await receiptsXml(context, settings, head);
  if (typeof xml !== 'string') return xml;
  const bytes = Buffer.from(xml, 'utf8');
  const name = `e-reporting-${kind === 'transactions' ? 'ventes' : 'encaissements'}-${period.from}-${type}.xml`;
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function headOf(
  { kind, period, type, platform }: ReportAsked,
  { settings, siren, now }: { settings: AccountSettings; siren: string; now: number },
): ReportHead {
  const createdAt = new Date(now * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const { emitter } = settings;
  return {
    id: `${siren}-${kind === 'transactions' ? 'T' : 'P'}-${period.from.replaceAll('-', '')}-${type}-${createdAt}`,
    ...{ type, createdAt, platform, period },
    issuer: { siren, name: emitter.name || emitter.fullName || settings.name },
  };
}

async function salesXml(context: Context, settings: AccountSettings, head: ReportHead): Promise<string | FileRefusal> {
  const sales = await salesOfPeriod(context, settings, head.period);
  if ('refused' in sales) return sales;
  const { figures, international, withoutRate } = sales;
  if (figures.length === 0 && international.length === 0) return { refused: 'e_report_empty' };
  if (international.length > INTERNATIONAL_MAX) return { refused: 'e_report_too_large', limit: INTERNATIONAL_MAX };
  const faults: Faults = new Map();
  for (const number of withoutRate) addFault(faults, 'euroRate', number);
  const invoices: ReportedInvoice[] = [];
  for (const sale of international) {
    const invoice = await reportedInvoice(context, settings, { sale, faults });
    if (invoice) invoices.push(invoice);
  }
  return faults.size > 0 ? incomplete(faults) : salesReportXml(head, { invoices, sales: figures });
}

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

async function receiptsXml(
  context: Context,
  settings: AccountSettings,
  head: ReportHead,
): Promise<string | FileRefusal> {
  const receipts = await receiptsOfPeriod(context, settings, head.period);
  if ('refused' in receipts) return receipts;
  const { figures, withoutRate } = receipts;
  if (withoutRate.length > 0) {
    const faults: Faults = new Map();
    for (const number of withoutRate) addFault(faults, 'euroRate', number);
    return incomplete(faults);
  }
  const isEmpty = figures.every(({ rates }) => rates.every(({ reported }) => reported === 0));
  return isEmpty ? { refused: 'e_report_empty' } : receiptsReportXml(head, figures);
}

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
