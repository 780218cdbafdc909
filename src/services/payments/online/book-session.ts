import { lockStoredDocumentGroup } from '../../../db/billing/read-document-group.ts';
import { applicationsOf, reverseUse } from '../../../db/payments/customer-money.ts';
import { claimReceipt, lockSession, saveSession } from '../../../db/payments/payment-sessions.ts';
import { paymentsOf } from '../../../db/payments/payments.ts';
import { wakePayouts } from '../../../db/payments/payouts.ts';
import type { Claim, Finalized } from '../../../domain/billing/document/document.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { cents } from '../../../domain/money/cents.ts';
import { bookOnlinePayment, takeBack } from '../../../domain/payments/book-online-payment.ts';
import { paymentNotice } from '../../../domain/payments/payment-notice.ts';
import { isOlder, type PaymentSession, type ProviderRead } from '../../../domain/payments/payment-session.ts';
import { STAND_IN_PAYOUT_SECONDS } from '../../../domain/payments/payout.ts';
import type { Application } from '../../../domain/payments/use-unapplied-money.ts';
import { commitDocumentGroup } from '../../billing/document-group/commit-document-group.ts';
import { loadDocumentGroup } from '../../billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../billing/document-group/lock-document-group.ts';
import type { Context } from '../../context.ts';
import { claims } from '../claims.ts';
import { notifyOwnerOfPayment } from '../notify-owner-of-payment.ts';

/**
 * Stores a provider's answer about a session and books receipts and refunds once each: the
 * transaction that stores the receipt does. Returns the current session. Answers older than the
 * stored state change nothing.
 */
export async function bookSession(
  context: Context,
  { id, documentId }: Pick<PaymentSession, 'id' | 'documentId'>,
  read: ProviderRead,
): Promise<PaymentSession> {
  const { tx, now, realNow, newId } = context;
  // Lock order: the document group, then the session.
  const locked = read.refunded > 0 ? await lockAppliedTo(context, id) : new Set<string>();
  const lockedGroup =
    read.received > 0 ? await lockDocumentGroup(context, documentId, claims, { moves: true }) : undefined;
  if (lockedGroup && 'refused' in lockedGroup)
    throw new Error(`the document ${documentId} of a payment does not exist`);
  const session = await lockSession(tx, id);
  if (!session) throw new Error(`the payment session ${id} does not exist`);
  if (!lockedGroup) return saved(context, session, movedBy(session, read));
  if (isOlder(read, session)) return session;
  if (!(await claimReceipt(tx, session, read, realNow))) return saved(context, session, withFee(session, read));
  const [payments, applied] = await Promise.all([paymentsOf(tx, documentId), applicationsOf(tx, id)]);
  const { asked } = lockedGroup.group;
  // Providers report real time; bookings use the account's time.
  const dated = read.paidAt === undefined ? read : { ...read, paidAt: read.paidAt + now - realNow };
  const booked = bookOnlinePayment(asked.document, session, dated, { payments, applied, newId, now });
  // Part of it was applied since; the next check books it.
  if (booked.takenBack.some((application) => !locked.has(application.documentId)))
    throw new Error(`money of ${id} was applied to another document meanwhile`);
  if (booked.payments.length > 0)
    await commitDocumentGroup(context, lockedGroup, withDocuments(lockedGroup.group, booked.document), {
      payments: booked.payments,
    });
  for (const application of booked.takenBack) await takeBackApplied(context, application);
  const notice = paymentNotice(asked.document, session, read, booked);
  if (notice)
    await notifyOwnerOfPayment(context, { document: asked.document as Finalized<Claim>, facts: asked.facts }, notice);
  if (session.provider === 'stand_in')
    wakePayouts(tx, { test: true, now: realNow, dueAt: realNow + STAND_IN_PAYOUT_SECONDS });
  const { paymentId: _, ...rest } = session;
  const { received, refunded, restored = cents(0), fee, reference, paidAt, state } = read;
  return saved(context, session, {
    ...{ ...rest, state, received, refunded, restored, unapplied: booked.unapplied, awaited: booked.awaited },
    ...(booked.paymentId !== undefined && { paymentId: booked.paymentId }),
    ...(fee !== undefined && { fee }),
    ...(reference !== undefined && { reference }),
    paidAt: session.paidAt ?? paidAt ?? realNow,
  });
}

/** Locks the groups of the documents its money was applied to, in lock order: before the chain. */
async function lockAppliedTo({ tx }: Context, sessionId: string): Promise<Set<string>> {
  const documents = new Set((await applicationsOf(tx, sessionId)).map(({ documentId }) => documentId));
  for (const documentId of [...documents].sort()) await lockStoredDocumentGroup(tx, documentId);
  return documents;
}

/**
 * Reverses an application to a document whose group is locked; it is reread, because a relative
 * may have changed.
 */
async function takeBackApplied(context: Context, { id, documentId, paymentId }: Application): Promise<void> {
  const { tx, now } = context;
  const found = await loadDocumentGroup(context, documentId, claims);
  if ('refused' in found) throw new Error(`the document ${documentId} of a payment does not exist`);
  const payment = (await paymentsOf(tx, documentId)).find((each) => each.id === paymentId);
  if (!payment) throw new Error(`the payment ${paymentId} does not exist`);
  const { document, entries } = takeBack(found.asked.document, payment, context);
  await commitDocumentGroup(context, { group: found }, withDocuments(found, document), { payments: entries });
  reverseUse(tx, id, now);
}

/** State changes without money only count until money was received. */
const movedBy = (session: PaymentSession, { state, reference }: ProviderRead): PaymentSession =>
  session.received > 0 ? session : { ...session, state, ...(reference !== undefined && { reference }) };

/** Providers may report their fee days after the payment. */
const withFee = (session: PaymentSession, { fee }: ProviderRead): PaymentSession =>
  fee === undefined || session.fee !== undefined ? session : { ...session, fee };

function saved({ tx }: Context, before: PaymentSession, after: PaymentSession): PaymentSession {
  if (JSON.stringify(before) !== JSON.stringify(after)) saveSession(tx, after);
  return after;
}
