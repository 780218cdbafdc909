import type { Invoice } from '../../billing/document/document.ts';
import { remainingOn } from '../../billing/document/totals/document-figures.ts';
import { isNothing } from '../../vat/breakdown.ts';
import { isWithAgency } from './request-progress.ts';

/** How the agency knows a customer: whether he has said yes to it, by its words. */
export const agencyCustomerStates = ['not_activated', 'active', 'not_found', 'blocked', 'expired', 'unknown'] as const;
export type AgencyCustomerState = (typeof agencyCustomerStates)[number];

/** What of the world decides what is next. */
export type AroundRequest = {
  /** The account has keys of the agency, or is of tests. */
  readonly isConnected: boolean;
  /** How the agency knows the customer; absent where he is not registered. */
  readonly customer?: AgencyCustomerState | undefined;
  /** It was begun to be sent: the agency may have it. */
  readonly isBegun: boolean;
  /** The agency would refuse it as it is (`requestFaults`). */
  readonly isUnfit: boolean;
};

/** What a request waits for, or what is done with it next. */
export const nextSteps = [
  ...(['finalization', 'agency_account', 'customer_registration', 'customer_activation', 'sending'] as const),
  ...(['unfit', 'looking_up', 'agency', 'correction', 'nothing'] as const),
] as const;
export type NextStep = (typeof nextSteps)[number];

/**
 * What is next with what the agency is asked to pay of an invoice. Sent is what is finalized, of an account with keys, of a customer who
 * said yes, and of which something is due: one that is canceled, credited or paid otherwise before is not sent. What was begun
 * and never answered is looked up before it is sent again; what was refused waits to be corrected.
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

/** The agency is asked for the whole invoice, or for nothing of it. */
const isStillWanted = (invoice: Invoice): boolean =>
  invoice.canceledAt === undefined && isNothing(invoice.life.credited) && remainingOn(invoice).toPay > 0;
