import { claimTransfer, endRequest } from '../../../db/payments/payment-requests.ts';
import type { Finalized, Invoice } from '../../../domain/billing/document/document.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import {
  type AgencyRead,
  isTransferred,
  movedByAgency,
  refusedByAgency,
} from '../../../domain/payments/agency/apply-agency-status.ts';
import type { AgencyProgress } from '../../../domain/payments/agency/request-progress.ts';
import type { PaymentNotice } from '../../../domain/payments/payment-notice.ts';
import { commitDocumentGroup } from '../../billing/document-group/commit-document-group.ts';
import { documentLookups } from '../../billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../billing/document-group/lock-document-group.ts';
import type { Context } from '../../context.ts';
import { notifyOwnerOfPayment } from '../notify-owner-of-payment.ts';

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
