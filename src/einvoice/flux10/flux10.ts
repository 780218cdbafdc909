import type { ReportType } from '../../domain/einvoicing/e-reporting/deposit.ts';
import type { ReceiptFigure } from '../../domain/einvoicing/e-reporting/receipts.ts';
import type { ReportKind, ReportPeriod } from '../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import type { SaleFigure } from '../../domain/einvoicing/e-reporting/sales.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import type { ElectronicInvoice, VatGroup } from '../electronic-invoice.ts';
import { amountText, rateText } from '../format-figures.ts';
import { type Element, leaf, required, xmlOf } from '../xml.ts';
import type { ReportedParty } from './reported-parties.ts';

/** What both kinds of report state about themselves. */
export type ReportHead = {
  /** At most 50 letters, digits, spaces and `-+_/`. */
  readonly id: string;
  readonly type: ReportType;
  /** 14 digits: YYYYMMDDhhmmss. */
  readonly createdAt: string;
  /** The approved platform that sends the report: its four characters, and its name. */
  readonly platform: { readonly id: string; readonly name: string };
  readonly issuer: { readonly siren: string; readonly name: string };
  readonly period: Pick<ReportPeriod, 'from' | 'to'>;
};

/** An international invoice with the identifiers of both parties. */
export type ReportedInvoice = {
  readonly invoice: ElectronicInvoice;
  readonly seller: ReportedParty;
  readonly buyer: ReportedParty;
};

export type SalesReport = {
  readonly invoices: readonly ReportedInvoice[];
  readonly sales: readonly SaleFigure[];
};

/** The report of sales, blocks 10.1 and 10.3 (DGFiP XSD 3.2). */
export const salesReportXml = (head: ReportHead, { invoices, sales }: SalesReport): string =>
  reportXml(head, 'transactions', [...invoices.map(invoiceOf), ...sales.map(salesOf)]);

/** The report of receipts, blocks 10.2 and 10.4. Receipts set off to zero are left out. */
export function receiptsReportXml(head: ReportHead, receipts: readonly ReceiptFigure[]): string {
  const stated = receipts.filter(({ rates }) => rates.some(({ reported }) => reported !== 0));
  const ofInvoices = stated.flatMap(({ invoice, ...receipt }) => (invoice ? [{ ...receipt, invoice }] : []));
  return reportXml(head, 'payments', [
    ...ofInvoices.map(({ invoice, ...receipt }) =>
      required(
        'Invoice',
        leaf('InvoiceID', invoice.number),
        leaf('IssueDate', compact(invoice.issuedOn)),
        paymentOf(receipt),
      ),
    ),
    ...stated.filter(({ invoice }) => !invoice).map((receipt) => required('Transactions', paymentOf(receipt))),
  ]);
}

function reportXml(head: ReportHead, kind: ReportKind, content: readonly Element[]): string {
  const { id, type, createdAt, platform, issuer, period } = head;
  const party = (name: string, scheme: string, role: string, of: { id: string; name: string }) =>
    required(name, leaf('Id', of.id, { schemeId: scheme }), leaf('Name', of.name), leaf('RoleCode', role));
  return xmlOf(
    required(
      'Report',
      required(
        'ReportDocument',
        leaf('Id', id),
        required('IssueDateTime', leaf('DateTimeString', createdAt)),
        leaf('TypeCode', type),
        party('Sender', '0238', 'WK', platform),
        party('Issuer', '0002', 'SE', { id: issuer.siren, name: issuer.name.slice(0, NAME_MAX) }),
      ),
      required(
        kind === 'transactions' ? 'TransactionsReport' : 'PaymentsReport',
        required('ReportPeriod', leaf('StartDate', compact(period.from)), leaf('EndDate', compact(period.to))),
        content,
      ),
    ),
    {},
  );
}

/** The longest name of a party (annex 6, TT-14). */
const NAME_MAX = 150;

/** Block 10.3: VAT of the whole in euros, of each rate in the currency of the sales. */
const salesOf = ({ on, currency, category, onDebits, net, vatInEuros, rates }: SaleFigure): Element =>
  required(
    'Transactions',
    leaf('Date', compact(on)),
    leaf('TransactionsCurrency', isoCode(currency)),
    onDebits && leaf('TaxDueDateTypeCode', ON_DEBITS),
    leaf('CategoryCode', category),
    leaf('TaxExclusiveAmount', amountText(net)),
    leaf('TaxTotal', amountText(vatInEuros)),
    rates.map((each) =>
      required(
        'TaxSubtotal',
        leaf('TaxPercent', rateText(each.rate)),
        leaf('TaxableAmount', amountText(each.net)),
        leaf('TaxTotal', amountText(each.vat)),
      ),
    ),
  );

/** UNTDID 2475: VAT falls due on the date of the invoice. */
const ON_DEBITS = '5';

const paymentOf = ({ on, rates }: Pick<ReceiptFigure, 'on' | 'rates'>): Element =>
  required(
    'Payment',
    leaf('Date', compact(on)),
    rates
      .filter(({ reported }) => reported !== 0)
      .map(({ rate, reported }) =>
        required(
          'SubTotals',
          leaf('TaxPercent', rateText(rate)),
          leaf('CurrencyCode', 'EUR'),
          leaf('Amount', amountText(reported)),
        ),
      ),
  );

/**
 * Block 10.1. As in the e-invoice, the amounts of a credit note are positive and its type says what
 * it is.
 */
function invoiceOf({ invoice, seller, buyer }: ReportedInvoice): Element {
  const { totals, delivery } = invoice;
  return required(
    'Invoice',
    leaf('ID', invoice.number),
    leaf('IssueDate', compact(invoice.issuedOn)),
    leaf('TypeCode', invoice.type),
    leaf('CurrencyCode', invoice.currency),
    invoice.dueOn !== undefined && leaf('DueDate', compact(invoice.dueOn)),
    invoice.vatPoint === 'invoice' && leaf('TaxDueDateTypeCode', ON_DEBITS),
    required('BusinessProcess', leaf('ID', invoice.process), leaf('TypeID', 'urn.cpro.gouv.fr:1p0:ereporting')),
    invoice.preceding.map(({ number, issuedOn }) =>
      required(
        'ReferencedDocument',
        leaf('ID', number),
        issuedOn !== undefined && leaf('IssueDate', compact(issuedOn)),
      ),
    ),
    partyOf('Seller', seller),
    partyOf('Buyer', buyer),
    delivery?.on !== undefined && required('Delivery', leaf('Date', compact(delivery.on))),
    required(
      'MonetaryTotal',
      leaf('TaxExclusiveAmount', amountText(totals.net)),
      leaf('TaxAmount', amountText(totals.taxInEuros ?? totals.tax), { CurrencyCode: 'EUR' }),
    ),
    invoice.breakdown.map(taxOf),
  );
}

const partyOf = (name: string, { scheme, id, vatNumber, country }: ReportedParty): Element =>
  required(
    name,
    leaf('CompanyId', id, { schemeId: scheme }),
    leaf('TaxRegistrationId', vatNumber, { qualifyingId: 'VAT' }),
    required('PostalAddress', leaf('CountryId', country)),
  );

const taxOf = ({ vat, net, tax }: VatGroup): Element =>
  required(
    'TaxSubTotal',
    leaf('TaxableAmount', amountText(net)),
    leaf('TaxAmount', amountText(tax)),
    required(
      'TaxCategory',
      leaf('Code', vat.category),
      leaf('Percent', rateText(vat.rate)),
      leaf('TaxExemptionReason', vat.reason?.text.slice(0, REASON_MAX)),
      leaf('TaxExemptionReasonCode', vat.reason?.code),
    ),
  );

/** The longest reason (annex 6, TT-58). */
const REASON_MAX = 1024;

const compact = (day: CivilDay): string => day.replaceAll('-', '');

/** CNH, the offshore renminbi, is CNY in ISO 4217. */
const isoCode = (currency: string): string => (currency === 'CNH' ? 'CNY' : currency);
