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
 * Writes what the agency says of the request of an invoice, and books what it transferred, once: whoever writes its receipt books it.
 * Answers how the request stands.
 */
export async function bookRequest(context: Context, id: string, read: AgencyRead): Promise<AgencyProgress> {
  const { tx, now, newId } = context;
  const held = await heldInvoice(context, id);
  const { document, facts } = held.group.asked;
  const isBooked = !isTransferred(read) || !(await claimTransfer(tx, document, read, now));
  const { zone } = facts.settings;
  const { invoice, payment } = movedByAgency(document, read, { now, newId, zone, isBooked });
  if (invoice !== document)
    await commitDocumentGroup(
      context,
      held,
      withDocuments(held.group, invoice),
      payment ? { payments: [payment] } : {},
    );
  const told = isBooked ? undefined : beyondDue(invoice);
  if (told) await notifyOwnerOfPayment(context, { document: document as Finalized<Invoice>, facts }, told);
  return invoice.life.agency as AgencyProgress;
}

/** What of a transfer the invoice could not take: the owner is told, with its receipt and so once. */
const beyondDue = ({ life: { agency } }: Invoice): PaymentNotice | undefined =>
  agency?.unapplied === undefined ? undefined : { why: 'agency', amount: agency.unapplied };

/** Writes that the agency took nothing of it: corrected, it may be sent anew. */
export async function bookRefusal(context: Context, id: string, code: string): Promise<void> {
  const held = await heldInvoice(context, id);
  const invoice: Invoice = refusedByAgency(held.group.asked.document, code, context.now);
  endRequest(context.tx, id);
  await commitDocumentGroup(context, held, withDocuments(held.group, invoice));
}

async function heldInvoice(context: Context, id: string) {
  const held = await lockDocumentGroup(context, id, documentLookups.invoice, { moves: true });
  if ('refused' in held) throw new Error(`the invoice ${id} of a payment request is not there`);
  return held;
}
