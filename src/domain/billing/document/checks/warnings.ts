import { goesBelowZero } from '../../../catalogue/stock.ts';
import { isProfessional, type Party } from '../../../customers/party.ts';
import { franchiseRows, rowOn } from '../../../home/threshold-rows.ts';
import { TEN_THOUSAND } from '../../../money/ten-thousandths.ts';
import { type RequestFault, requestFaults } from '../../../payments/agency/request-faults.ts';
import { isPaidOnline, providerFor } from '../../../payments/online-payment.ts';
import { civilDayOf } from '../../../time/civil-day.ts';
import {
  type BillingDocument,
  hasLines,
  isClaim,
  isCreditNote,
  isEstimate,
  isFinalized,
  isInvoice,
} from '../document.ts';
import { datesOf } from '../document-dates.ts';
import type { Facts } from '../draft-context.ts';
import { termsTooLong } from '../terms/due-date.ts';
import { turnoverOf } from '../turnover/turnover.ts';
import { isLineWarning, warnedIn } from './line-warnings.ts';
import { lacksSiren } from './requirements.ts';
import { type WarningName, warningNames } from './warning-name.ts';

type Rule = (document: BillingDocument, facts: Facts) => boolean;

/**
 * The warnings of a draft. A finalized document cannot change: it only warns of requested features
 * that do not work, while there is something to collect.
 */
export function warningsOf(document: BillingDocument, facts: Facts): WarningName[] {
  if (!isFinalized(document)) return warningNames.filter((name) => rules[name](document, facts));
  return isCollected(document) ? notDone.filter((name) => rules[name](document, facts)) : [];
}

/** Features requested on a document that have no effect. */
const notDone = ['online_payment_not_offered', 'payment_request_not_sent', 'payment_request_unfit'] as const;

const isCollected = ({ state, canceledAt }: BillingDocument): boolean => state !== 'paid' && canceledAt === undefined;

/** The share of the franchise threshold from which we warn (CGI art. 293 B). */
const FRANCHISE_WARNING_SHARE = 0.9;

const rules: Record<WarningName, Rule> = {
  franchise_threshold_near(document, { settings, turnoverThisYear, now }) {
    if (settings.vatRegime !== 'franchise' || turnoverThisYear === undefined) return false;
    if (!isClaim(document)) return false;
    const { base } = rowOn(franchiseRows, civilDayOf(now, settings.zone));
    const threshold = sellsOnlyGoods(document) ? base.goods : base.services;
    return turnoverThisYear + turnoverOf(document) >= threshold * FRANCHISE_WARNING_SHARE;
  },

  customer_without_email: (_, { customer }) => customer !== undefined && emailsOf(customer).length === 0,

  customer_without_siren: (document, { customer, settings }) =>
    !isEstimate(document) && !settings.customerSirenRequired && lacksSiren(customer),

  transfer_without_iban: (document) =>
    isClaim(document) &&
    document.content.bank === undefined &&
    document.content.legals.paymentMethods.includes('transfer') &&
    !(isInvoice(document) && document.content.paymentRequest !== undefined),

  due_date_in_the_past(document, { now, settings }) {
    if (!isClaim(document)) return false;
    const { dueAt } = datesOf(document, now, settings.zone);
    return dueAt !== undefined && civilDayOf(dueAt, settings.zone) < civilDayOf(now, settings.zone);
  },

  payment_terms_too_long(document, { customer, now, settings }) {
    if (!customer || !isProfessional(customer) || isCreditNote(document)) return false;
    const { dueAt, emittedOn } = datesOf(document, now, settings.zone);
    return dueAt !== undefined && termsTooLong(emittedOn, civilDayOf(dueAt, settings.zone));
  },

  reduced_rate_without_certificate: (document) =>
    hasLines(document) &&
    !certified.has(document.content.legals.vatMention) &&
    document.content.lines.some(
      ({ type, vatCode }) => type === 'commercial_or_craft_services' && (vatCode === 'FR_550' || vatCode === 'FR_1000'),
    ),

  price_with_part_of_cent: (document) => lineWithPartOfCent(document) !== undefined,

  line_without_price: (document) => warnedIn(document, 'line_without_price').length > 0,
  line_without_quantity: (document) => warnedIn(document, 'line_without_quantity').length > 0,
  discount_below_one_percent: (document) => warnedIn(document, 'discount_below_one_percent').length > 0,
  discount_exceeds_amount: (document) => warnedIn(document, 'discount_exceeds_amount').length > 0,

  stock_below_zero: (document, { stock }) => stock !== undefined && goesBelowZero(document, stock),

  online_payment_not_offered: (document, { settings }) =>
    isClaim(document) && isPaidOnline(document) && providerFor(document, settings) === undefined,

  payment_request_unfit: (document, facts) => faultsOfRequest(document, facts).length > 0,

  payment_request_not_sent: (document, facts) =>
    isInvoice(document) &&
    document.content.paymentRequest !== undefined &&
    document.life.agency === undefined &&
    !document.test &&
    !facts.settings.agency?.natureCodesConfirmed &&
    faultsOfRequest(document, facts).length === 0,
};

/** The faults Urssaf would refuse a payment request for, except days in the future. */
export const faultsOfRequest = (document: BillingDocument, { settings }: Pick<Facts, 'settings'>): RequestFault[] =>
  isInvoice(document) ? requestFaults(document, { zone: settings.zone, emitter: settings.emitter }) : [];

/**
 * The index (from 0) of the first line whose unit price has fractions of a cent: right for a word
 * or a gram, wrong if 600.50 euros was meant. Not on a credit note with a parent, whose prices we
 * divided ourselves.
 */
export function lineWithPartOfCent(document: BillingDocument): number | undefined {
  if (!hasLines(document) || (isCreditNote(document) && document.parentId !== undefined)) return undefined;
  const place = document.content.lines.findIndex(({ unitPrice }) => unitPrice % TEN_THOUSAND !== 0);
  return place < 0 ? undefined : place;
}

/** The indexes of the lines a warning is about, from 0; empty if it is about the document. */
export function lineIndexesOfWarning(document: BillingDocument, name: WarningName): readonly number[] {
  if (isLineWarning(name)) return warnedIn(document, name).flatMap(({ place }) => place ?? []);
  return name === 'price_with_part_of_cent' ? [lineWithPartOfCent(document) ?? []].flat() : [];
}

/**
 * Mentions that state the customer's certificate for the works (CGI art. 278-0 bis A and 279-0
 * bis).
 */
const certified: ReadonlySet<string> = new Set(['vat_reduced_rate', 'vat_reduced_rate_2']);

const emailsOf = (customer: Party): readonly string[] => [...customer.emails, ...(customer.organization?.emails ?? [])];

const sellsOnlyGoods = (document: BillingDocument): boolean =>
  hasLines(document) &&
  document.content.lines.every(({ type }) => type === 'sale_of_goods' || type === 'sale_of_manufactured_goods');
