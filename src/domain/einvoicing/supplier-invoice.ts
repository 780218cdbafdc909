import type { Cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { BuyerStatus } from './buyer-statuses.ts';
import type { ReadInvoice, ReceivedFormat, ReceivedInvoice, ReceivedParty } from './received-invoice.ts';
import type { BuyerReason } from './status-reasons.ts';

/** Whether the owner has dealt with an invoice. */
export const supplierInvoiceStates = ['to_do', 'handled'] as const;
export type SupplierInvoiceState = (typeof supplierInvoiceStates)[number];

/** How it arrived: a file of the owner, or a flow of the approved platform. */
export type InvoiceSource = { readonly from: 'upload' } | { readonly from: 'platform'; readonly flowId: string };

/** A received file as stored; its figures are absent if it could not be read. */
export type SupplierInvoice = {
  readonly id: string;
  readonly test: boolean;
  /** The original. */
  readonly sha256: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly source: InvoiceSource;
  readonly state: SupplierInvoiceState;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly handledAt?: number;
  readonly content: ReadInvoice;
};

/** The figures of an invoice that lists and warnings need. */
export type InvoiceHead = {
  readonly format: ReceivedFormat;
  readonly supplierKey: string;
  readonly supplierName: string;
  readonly number: string;
  readonly issuedOn: CivilDay;
  readonly dueOn?: CivilDay;
  readonly type: string;
  readonly currency: string;
  readonly net: Cents;
  readonly tax: Cents;
  readonly total: Cents;
  readonly due: Cents;
  readonly iban?: string;
};

export function headOf(format: ReceivedFormat, invoice: ReceivedInvoice): InvoiceHead {
  const { number, issuedOn, dueOn, type, currency, totals, seller } = invoice;
  const [iban] = ibansOf(invoice);
  return {
    ...{ format, supplierKey: supplierKeyOf(seller), supplierName: seller.name, number, issuedOn },
    ...(dueOn !== undefined && { dueOn }),
    ...{ type, currency, net: totals.net, tax: totals.tax, total: totals.total, due: totals.due },
    ...(iban !== undefined && { iban }),
  };
}

/**
 * The SIREN of a party: its legal identifier (scheme 0002), or the first nine digits of its SIRET
 * (0009), of its address at the French platforms (0225) or of its French VAT number.
 */
export function sirenOfParty({ legalId, ids, electronicAddress, vatNumber }: ReceivedParty): string | undefined {
  const candidates = [
    legalId?.scheme === undefined || legalId.scheme === '0002' ? legalId?.value : undefined,
    ...ids.filter(({ scheme }) => scheme === '0009' || scheme === '0002').map(({ value }) => value.slice(0, 9)),
    electronicAddress?.scheme === '0225' ? electronicAddress.value.slice(0, 9) : undefined,
    /^FR[0-9A-Z]{2}\d{9}$/.test(compact(vatNumber)) ? compact(vatNumber).slice(4) : undefined,
  ];
  return candidates.map(compact).find((each) => /^\d{9}$/.test(each));
}

/** What identifies a supplier across invoices; the name only if nothing better is stated. */
export const supplierKeyOf = (seller: ReceivedParty): string =>
  (
    sirenOfParty(seller) ??
    (compact(seller.vatNumber) || seller.electronicAddress?.value || seller.name.toLowerCase())
  ).slice(0, SUPPLIER_KEY_MAX);
const SUPPLIER_KEY_MAX = 100;

/** The IBANs offered for payment, without blanks. */
const ibansOf = ({ payment }: ReceivedInvoice): string[] =>
  (payment?.accounts ?? []).map(({ iban }) => compact(iban)).filter((iban) => iban !== '');

const compact = (text: string | undefined): string => (text ?? '').replaceAll(/[\s.]/g, '').toUpperCase();

export const receivedWarnings = [
  'duplicate',
  'other_iban',
  'other_buyer',
  'totals_differ',
  'vat_number_missing',
  'amounts_rounded',
] as const;
export type ReceivedWarning = (typeof receivedWarnings)[number];

/** What is known around an invoice. */
export type AroundInvoice = {
  /** This business; absent if its settings do not say. */
  readonly siren?: string | undefined;
  readonly vatNumber?: string | undefined;
  /** The earlier invoice of the same supplier, number and year. */
  readonly duplicateOf?: string | undefined;
  /** The IBAN of the last earlier invoice of the same supplier that has one. */
  readonly ibanBefore?: string | undefined;
};

/** What the owner should check before paying, in the order of its importance. */
export function warningsOf(invoice: ReceivedInvoice, around: AroundInvoice): ReceivedWarning[] {
  const ibans = ibansOf(invoice);
  const isOtherIban =
    around.ibanBefore !== undefined && ibans.length > 0 && !ibans.includes(compact(around.ibanBefore));
  const found: Record<ReceivedWarning, boolean> = {
    duplicate: around.duplicateOf !== undefined,
    other_iban: isOtherIban,
    other_buyer: isOtherBuyer(invoice.buyer, around),
    totals_differ: !addsUp(invoice),
    // CGI ann. II art. 242 nonies A, 2°: an invoice with VAT states the number of the seller.
    vat_number_missing: invoice.totals.tax !== 0 && invoice.seller.vatNumber === undefined,
    amounts_rounded: invoice.isRounded === true,
  };
  return receivedWarnings.filter((warning) => found[warning]);
}

/** Whether both sides state an identifier of the same kind, and it differs. */
function isOtherBuyer(buyer: ReceivedParty, { siren, vatNumber }: AroundInvoice): boolean {
  const stated = sirenOfParty(buyer);
  if (stated !== undefined && siren !== undefined) return stated !== siren;
  return buyer.vatNumber !== undefined && vatNumber !== undefined && compact(buyer.vatNumber) !== compact(vatNumber);
}

/**
 * Whether the totals follow from lines, adjustments and breakdown (EN 16931 BR-CO-10 to BR-CO-16).
 * A profile without lines or breakdown is only checked as far as it goes. Rounded amounts may
 * deviate by a cent each.
 */
function addsUp({ lines, adjustments, breakdown, totals, isRounded }: ReceivedInvoice): boolean {
  const summed = lines.filter((line) => !line.isInformative);
  const total = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);
  const of = (charge: boolean) =>
    total(adjustments.filter((each) => each.charge === charge).map(({ amount }) => amount));
  const near = (a: number, b: number, parts: number): boolean => Math.abs(a - b) <= (isRounded ? parts : 0);
  const lineSum = totals.lines ?? total(summed.map(({ net }) => net));
  const hasLines = summed.length > 0;
  return (
    (!hasLines || near(total(summed.map(({ net }) => net)), lineSum, summed.length)) &&
    (adjustments.length === 0 ||
      (near(of(false), totals.allowances, adjustments.length) && near(of(true), totals.charges, adjustments.length))) &&
    (totals.lines === undefined || near(lineSum - totals.allowances + totals.charges, totals.net, 1)) &&
    (breakdown.length === 0 ||
      (near(total(breakdown.map(({ net }) => net)), totals.net, breakdown.length) &&
        near(total(breakdown.map(({ tax }) => tax)), totals.tax, breakdown.length))) &&
    near(totals.net + totals.tax, totals.total, 1) &&
    near(totals.total - totals.prepaid + totals.rounding, totals.due, 1)
  );
}

/** Why an invoice cannot be deleted; undefined if it can: an upload that was not handled. */
export const keptBecause = ({
  source,
  state,
}: Pick<SupplierInvoice, 'source' | 'state'>): 'platform' | 'handled' | undefined =>
  source.from === 'platform' ? 'platform' : state === 'handled' ? 'handled' : undefined;

/** Limits: invoices marked at once, and invoices kept per account and mode. */
export const MARKED_AT_ONCE_MAX = 100;
export const SUPPLIER_INVOICES_MAX = 100_000;

/** Refusals about received invoices. */
export type SupplierInvoiceRefusal =
  | { refused: 'supplier_invoice_not_found' }
  | { refused: 'supplier_invoice_kept'; because: 'platform' | 'handled' | 'in_register' }
  | { refused: 'supplier_file_unusable'; reason: 'empty' | 'too_large' | 'type'; limit: number }
  | { refused: 'too_many_supplier_invoices'; limit: number }
  | SupplierStatusRefusal;

/** Refusals about the statuses of received invoices. */
type SupplierStatusRefusal =
  | {
      refused: 'supplier_status_not_possible';
      because:
        | 'no_platform'
        | 'unreadable'
        | 'refused'
        | 'too_many'
        | 'stated'
        | 'credit_note'
        | 'own_siren'
        | 'supplier_unknown';
    }
  | {
      refused: 'supplier_status_reasons';
      status: BuyerStatus;
      /** Absent if none was given. */
      reason: BuyerReason | undefined;
      allowed: readonly BuyerReason[];
    }
  | { refused: 'supplier_status_member'; member: 'reasons' | 'amount' | 'paidOn'; status: BuyerStatus }
  | { refused: 'supplier_payment_amount'; member: 'amount'; most: Cents; currency: string }
  | { refused: 'supplier_payment_amount'; member: 'paidOn'; today: CivilDay }
  | { refused: 'supplier_approved_amount'; total: Cents; currency: string }
  | { refused: 'supplier_status_breaks_rule'; rule: string; term: string };
