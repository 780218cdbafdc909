import { type AgencyCustomer, findAgencyCustomer } from '../../../db/payments/agency.ts';
import { claimTransfer, endRequest, requestBegunAt } from '../../../db/payments/payment-requests.ts';
import type { Finalized, Invoice } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import type { AgencyParties, AgencyRequest } from '../../../domain/payments/agency/agency-request.ts';
import {
  type AgencyRead,
  isTransferred,
  movedByAgency,
  refusedByAgency,
} from '../../../domain/payments/agency/apply-agency-status.ts';
import { type NextStep, nextStep } from '../../../domain/payments/agency/next-step.ts';
import { type RequestFault, requestFaults } from '../../../domain/payments/agency/request-faults.ts';
import type { AgencyProgress } from '../../../domain/payments/agency/request-progress.ts';
import type { PaymentNotice } from '../../../domain/payments/payment-notice.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { commitDocumentGroup } from '../../billing/document-group/commit-document-group.ts';
import { documentLookups } from '../../billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../billing/document-group/lock-document-group.ts';
import type { Context } from '../../context.ts';
import { notifyOwnerOfPayment } from '../notify-owner-of-payment.ts';
import type { Agency } from './agency-client.ts';
import { type AgencyOfAccount, agencyForAccount, type RunInTransaction } from './agency-for-account.ts';
import type { Answered, FoundRequest } from './agency-messages.ts';

/** An invoice and the settings of its account. */
type InvoiceWithSettings = { readonly document: Invoice; readonly facts: Pick<Facts, 'settings'> };

/** A request with everything that decides the next step. */
type LoadedRequest = {
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

/** This invoice number was sent before: by us, with the response lost, or by someone else. */
const DUPLICATE = 'ERR_FACTURE_DOUBLON';

/** What is sent and for whom; no parties if the customer is no longer registered. */
export type ToSend = { readonly request: AgencyRequest; readonly parties: AgencyParties | undefined };

/**
 * Sends a request; if the Urssaf already has it and it is the same, it is adopted. Returns the
 * result in every case: nothing is resent while the result is unknown.
 */
export async function sendRequest(agency: Agency, { request, parties }: ToSend): Promise<Answered<AgencyRead>> {
  if (!parties) return { away: 'the customer is not registered any more' };
  const sent = await agency.send(request, parties);
  if (!('refused' in sent) || sent.refused.code !== DUPLICATE) return sent;
  const found = await lookUpRequest(agency, { request, parties });
  return 'ok' in found ? (found.ok ? { ok: found.ok } : sent) : found;
}

/** The Urssaf's record of a request by invoice number; undefined if it has no identical one. */
export async function lookUpRequest(
  agency: Agency,
  { request, parties }: ToSend,
): Promise<Answered<FoundRequest | undefined>> {
  const found = await agency.find({ issuedOn: request.issuedOn });
  if (!('ok' in found)) return found;
  const isSame = ({ number, total, customerId }: FoundRequest): boolean =>
    number === request.number &&
    (total === undefined || total === request.total) &&
    (!parties || customerId === undefined || customerId === parties.customerId);
  return { ok: found.ok.find(isSame) };
}

/**
 * Stores the Urssaf's state of an invoice's request and books its transfer once: the transaction
 * that stores its receipt. Returns the progress of the request.
 */
export async function bookRequest(context: Context, id: string, read: AgencyRead): Promise<AgencyProgress> {
  const { tx, now, newId } = context;
  const locked = await lockInvoice(context, id);
  const { document, facts } = locked.group.asked;
  const isBooked = !isTransferred(read) || !(await claimTransfer(tx, document, read, now));
  const { zone } = facts.settings;
  const { invoice, payment } = movedByAgency(document, read, { now, newId, zone, isBooked });
  if (invoice !== document)
    await commitDocumentGroup(
      context,
      locked,
      withDocuments(locked.group, invoice),
      payment ? { payments: [payment] } : {},
    );
  const notice = isBooked ? undefined : beyondDue(invoice);
  if (notice) await notifyOwnerOfPayment(context, { document: document as Finalized<Invoice>, facts }, notice);
  return invoice.life.agency as AgencyProgress;
}

/** The part of a transfer above the amount due: the owner is notified once, when it is booked. */
const beyondDue = ({ life: { agency } }: Invoice): PaymentNotice | undefined =>
  agency?.unapplied === undefined ? undefined : { why: 'agency', amount: agency.unapplied };

/** Records that the Urssaf refused the request: it can be corrected and sent again. */
export async function bookRefusal(context: Context, id: string, code: string): Promise<void> {
  const locked = await lockInvoice(context, id);
  const invoice: Invoice = refusedByAgency(locked.group.asked.document, code, context.now);
  endRequest(context.tx, id);
  await commitDocumentGroup(context, locked, withDocuments(locked.group, invoice));
}

async function lockInvoice(context: Context, id: string) {
  const locked = await lockDocumentGroup(context, id, documentLookups.invoice, { moves: true });
  if ('refused' in locked) throw new Error(`the invoice ${id} of a payment request does not exist`);
  return locked;
}
