import { type AgencyCustomer, findAgencyCustomer } from '../../../db/payments/agency-customers.ts';
import { requestBegunAt } from '../../../db/payments/payment-requests.ts';
import type { Invoice } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { type NextStep, nextStep } from '../../../domain/payments/agency/next-step.ts';
import { type RequestFault, requestFaults } from '../../../domain/payments/agency/request-faults.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';
import { type AgencyOfAccount, agencyForAccount, type RunInTransaction } from './agency-for-account.ts';

/** An invoice and the settings of its account. */
type InvoiceWithSettings = { readonly document: Invoice; readonly facts: Pick<Facts, 'settings'> };

/** A request with everything that decides the next step. */
export type LoadedRequest = {
  readonly step: NextStep;
  /** Faults the Urssaf would find in an unsent request. */
  readonly faults: readonly RequestFault[];
  readonly customer: AgencyCustomer | undefined;
  readonly asked: AgencyOfAccount | undefined;
};

/** The next step for the request of an invoice, and the API to use. */
export async function loadPaymentRequest(
  context: Context,
  { document: invoice, facts }: InvoiceWithSettings,
  inTx: RunInTransaction,
): Promise<LoadedRequest> {
  const { tx, now } = context;
  const [asked, customer, begunAt] = await Promise.all([
    agencyForAccount(context, inTx),
    invoice.customerId === undefined ? undefined : findAgencyCustomer(tx, invoice.customerId),
    requestBegunAt(tx, invoice.id),
  ]);
  const { zone, emitter } = facts.settings;
  const around = { zone, emitter: invoice.sealed?.emitter ?? emitter, today: civilDayOf(now, zone) };
  const faults = invoice.life.agency || begunAt > 0 ? [] : requestFaults(invoice, around);
  const isConnected = asked !== undefined;
  const known = { isConnected, customer: customer?.state, isBegun: begunAt > 0, isUnfit: faults.length > 0 };
  return { step: nextStep(invoice, known), faults, customer, asked };
}
