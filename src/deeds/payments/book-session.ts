import type { Claim, Finalized } from '../../domain/billing/document/document.ts';
import { withDocuments } from '../../domain/billing/document/family.ts';
import { bookOnlinePayment } from '../../domain/payments/book-online-payment.ts';
import { moneyToTell } from '../../domain/payments/money-to-tell.ts';
import type { PaymentSession, ProviderRead } from '../../domain/payments/payment-session.ts';
import { STAND_IN_PAYOUT_SECONDS } from '../../domain/payments/payout.ts';
import { lockSession, saveSession, takeReceipt } from '../../store/payments/payment-sessions.ts';
import { paymentsOf } from '../../store/payments/payments.ts';
import { wakePayouts } from '../../store/payments/payouts.ts';
import { commitFamily } from '../billing/commit-family.ts';
import { holdFamily } from '../billing/hold-family.ts';
import { type Wanted, wanted } from '../billing/see-family.ts';
import type { Context } from '../context.ts';
import { tellOfMoney } from './tell-of-money.ts';

/**
 * Writes what a provider answered of a session, and books what came or went back, once for each: whoever writes its receipt books it.
 * Answers the session as it is now. An answer that is older than what is known changes nothing.
 */
export async function bookSession(
  context: Context,
  { id, documentId }: Pick<PaymentSession, 'id' | 'documentId'>,
  read: ProviderRead,
): Promise<PaymentSession> {
  const { tx, now, newId } = context;
  // Family first, then the session: in the order in which everybody locks.
  const held = read.received > 0 ? await holdFamily(context, documentId, claims, { moves: true }) : undefined;
  if (held && 'refused' in held) throw new Error(`the document ${documentId} of a payment is not there`);
  const session = await lockSession(tx, id);
  if (!session) throw new Error(`the payment session ${id} is not there`);
  if (!held) return saved(context, session, movedBy(session, read));
  if (read.refunded < session.refunded) return session;
  if (!(await takeReceipt(tx, session, read, now))) return saved(context, session, withFee(session, read));
  const payments = await paymentsOf(tx, documentId);
  const { asked } = held.family;
  const booked = bookOnlinePayment(asked.document, session, read, { payments, newId, now });
  if (booked.payments.length > 0)
    await commitFamily(context, held, withDocuments(held.family, booked.document), { payments: booked.payments });
  const told = moneyToTell(asked.document, session, read, booked);
  if (told) await tellOfMoney(context, { document: asked.document as Finalized<Claim>, facts: asked.facts }, told);
  if (session.provider === 'stand_in') wakePayouts(tx, { test: true, now, dueAt: now + STAND_IN_PAYOUT_SECONDS });
  const { paymentId: _, ...rest } = session;
  const { received, refunded, fee, reference, paidAt, state } = read;
  return saved(context, session, {
    ...{ ...rest, state, received, refunded, unapplied: booked.unapplied },
    ...(booked.paymentId !== undefined && { paymentId: booked.paymentId }),
    ...(fee !== undefined && { fee }),
    ...(reference !== undefined && { reference }),
    paidAt: session.paidAt ?? paidAt ?? now,
  });
}

const claims: Wanted<Claim, 'document_not_found'> = { ...wanted.any, kinds: ['invoice', 'advance'] };

/** What is not money moves a session on alone as long as none has come. */
const movedBy = (session: PaymentSession, { state, reference }: ProviderRead): PaymentSession =>
  session.received > 0 ? session : { ...session, state, ...(reference !== undefined && { reference }) };

/** A provider may say what it kept days after it said that money came. */
const withFee = (session: PaymentSession, { fee }: ProviderRead): PaymentSession =>
  fee === undefined || session.fee !== undefined ? session : { ...session, fee };

function saved({ tx }: Context, before: PaymentSession, after: PaymentSession): PaymentSession {
  if (JSON.stringify(before) !== JSON.stringify(after)) saveSession(tx, after);
  return after;
}
