import type { Invoice } from '../../billing/document/document.ts';
import { remainingOn } from '../../billing/document/totals/document-figures.ts';
import { isNothing } from '../../vat/breakdown.ts';
import { isWithAgency } from './request-progress.ts';

/** The states of a customer at Urssaf. */
export const agencyCustomerStates = ['not_activated', 'active', 'not_found', 'blocked', 'expired', 'unknown'] as const;
export type AgencyCustomerState = (typeof agencyCustomerStates)[number];

/** The context that decides the next step. */
export type AroundRequest = {
  /** The account has Urssaf's keys, or is in test mode. */
  readonly isConnected: boolean;
  /** The customer's state at Urssaf; absent if not registered. */
  readonly customer?: AgencyCustomerState | undefined;
  /** Sending has started: Urssaf may have the request. */
  readonly isBegun: boolean;
  /** Urssaf would refuse the request (`requestFaults`). */
  readonly isUnfit: boolean;
};

/** What a request waits for, or what to do next with it. */
export const nextSteps = [
  ...(['finalization', 'agency_account', 'customer_registration', 'customer_activation', 'sending'] as const),
  ...(['unfit', 'looking_up', 'agency', 'correction', 'nothing'] as const),
] as const;
export type NextStep = (typeof nextSteps)[number];

/**
 * The next step of an invoice's payment request. It is sent once the invoice is finalized, the
 * account has keys, the customer has accepted, and an amount is due: an invoice that was canceled,
 * credited or paid otherwise before is not sent. A request without an answer is looked up before it
 * is sent again; a refused one waits for a correction.
 */
export function nextStep(invoice: Invoice, { isConnected, customer, isBegun, isUnfit }: AroundRequest): NextStep {
  if (!invoice.content.paymentRequest) return 'nothing';
  if (!invoice.sealed) return 'finalization';
  const { agency } = invoice.life;
  if (agency) {
    if (agency.id === undefined) return 'correction';
    if (!isConnected) return isWithAgency(invoice) ? 'agency_account' : 'nothing';
    return isWithAgency(invoice) || agency.status === '70' ? 'agency' : 'nothing';
  }
  if (!isBegun && !isStillWanted(invoice)) return 'nothing';
  if (!isConnected) return 'agency_account';
  if (isBegun) return 'looking_up';
  if (customer === undefined) return 'customer_registration';
  if (customer !== 'active') return 'customer_activation';
  return isUnfit ? 'unfit' : 'sending';
}

/** Urssaf is asked to pay the whole invoice or nothing. */
const isStillWanted = (invoice: Invoice): boolean =>
  invoice.canceledAt === undefined && isNothing(invoice.life.credited) && remainingOn(invoice).toPay > 0;
