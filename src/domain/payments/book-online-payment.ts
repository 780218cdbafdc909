import type { Claim } from '../billing/document/document.ts';
import { changed } from '../billing/document/group/after-finalizing.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { type Cents, cents, sum } from '../money/cents.ts';
import { isRefusal } from '../refusal.ts';
import type { Payment } from './payment.ts';
import { methodOf, type PaymentSession, type ProviderRead, returnedToCustomer } from './payment-session.ts';
import { counterEntries, recordPayments } from './record-payments.ts';
import type { Application } from './use-unapplied-money.ts';

/** The bookings for an online payment. */
export type Booked = {
  readonly document: Claim;
  /** Payments and counter-entries to write, in this order. */
  readonly payments: readonly Payment[];
  /** The recorded payment of the online payment after these bookings. */
  readonly paymentId?: string;
  /**
   * The amount no document could take, in cents: it belongs to the customer, and the owner is
   * notified.
   */
  readonly unapplied: Cents;
  /** A refund announced by the owner that the provider has not confirmed yet. */
  readonly awaited: Cents;
  /** Applications to other documents that must be reversed. */
  readonly takenBack: readonly Application[];
};

type Around = {
  /** The payments of the document and their counter-entries. */
  readonly payments: readonly Payment[];
  /** The parts of its money applied to other documents, the oldest first. */
  readonly applied: readonly Application[];
  readonly newId: () => string;
  readonly now: number;
};
type BookingContext = { session: PaymentSession; read: ProviderRead; around: Around };

/**
 * Books the incoming and returned money reported by a provider that is not booked yet. Incoming
 * money pays the document up to the amount due; an excess, or money after cancellation or another
 * payment, is kept as unapplied money and never refused. Returned money is taken first from refunds
 * announced by the owner, then from unapplied money, then from applications to other documents (the
 * last first, each whole), then from the payment: a counter-entry of the whole, and a new payment
 * of what remains. Money that returns after a won dispute is booked like incoming money. The
 * provider's fee is stored with the payment.
 */
export function bookOnlinePayment(
  document: Claim,
  session: PaymentSession,
  read: ProviderRead,
  around: Around,
): Booked {
  const context = { session, read, around };
  const standing = around.payments.find(
    ({ id }) => id === session.paymentId && !around.payments.some(({ reversesId }) => reversesId === id),
  );
  if (session.received === 0) {
    const fee = read.fee !== undefined && read.fee > 0 && { regulations: { commission: read.fee } };
    return applied(document, cents(read.received - returnedToCustomer(read)), { ...context, ...fee });
  }
  const back = returnedToCustomer(read) - returnedToCustomer(session);
  return back < 0
    ? cameAgain(document, cents(-back), standing, context)
    : wentBack(document, cents(back), standing, context);
}

function wentBack(document: Claim, amount: Cents, standing: Payment | undefined, context: BookingContext): Booked {
  const { session, around } = context;
  let left: number = amount;
  const less = (there: number): Cents => {
    const taken = Math.min(left, there);
    left -= taken;
    return cents(there - taken);
  };
  const awaited = less(session.awaited);
  let apart = less(session.unapplied);
  const takenBack: Application[] = [];
  for (const application of [...around.applied].reverse()) {
    if (left === 0) break;
    takenBack.push(application);
    apart = cents(apart + less(application.amount));
  }
  const common = { awaited, takenBack };
  // The payment was already reversed by hand.
  if (!standing || left === 0)
    return { document, payments: [], unapplied: apart, ...common, ...(standing && { paymentId: standing.id }) };
  const stays = bookedAnew(document, less(standing.amount), standing, context);
  return { ...stays, ...common, unapplied: cents(apart + stays.unapplied) };
}

/**
 * Books money that a won dispute brought back: at most the amount received that is not booked
 * anywhere, because a part refunded otherwise no longer belongs to the customer.
 */
function cameAgain(document: Claim, amount: Cents, standing: Payment | undefined, context: BookingContext): Booked {
  const { session, read, around } = context;
  const stands = sum([
    ...[session.unapplied, session.awaited, session.returned, standing?.amount ?? cents(0)],
    ...around.applied.map((each) => each.amount),
  ]);
  const come = cents(Math.max(0, Math.min(amount, read.received - returnedToCustomer(read) - stands)));
  if (come === 0 || dueOn(document) === 0)
    return {
      ...{ document, payments: [], unapplied: cents(session.unapplied + come), awaited: session.awaited },
      ...{ takenBack: [], ...(standing && { paymentId: standing.id }) },
    };
  const booked = standing
    ? bookedAnew(document, cents(standing.amount + come), standing, context)
    : applied(document, come, context);
  return { ...booked, unapplied: cents(session.unapplied + booked.unapplied) };
}

/**
 * Reverses the payment and books its new amount. The fee stays with the first payment, because it
 * was charged once.
 */
function bookedAnew(document: Claim, amount: Cents, standing: Payment, context: BookingContext): Booked {
  const { newId, now } = context.around;
  const back = takeBack(document, standing, { newId, now });
  const stays = applied(back.document, amount, context);
  return { ...stays, payments: [...back.entries, ...stays.payments] };
}

/** Books the amount due as a payment, and the rest as unapplied money. */
function applied(document: Claim, amount: Cents, context: BookingContext & Pick<Payment, 'regulations'>): Booked {
  const { session, read, around, regulations } = context;
  const taken = cents(Math.min(amount, dueOn(document)));
  const common = { awaited: session.awaited, takenBack: [] };
  if (taken === 0) return { document, payments: [], unapplied: amount, ...common };
  const { now, newId } = around;
  const payment: Payment = {
    ...{ id: newId(), documentId: document.id, amount: taken, createdAt: now },
    receivedAt: read.paidAt ?? now,
    method: methodOf[session.provider],
    ...(regulations && { regulations }),
  };
  const paid = recordPayments(document, [payment], now);
  if (isRefusal(paid)) throw new Error(`payment of the remaining amount refused on ${document.id}: ${paid.refused}`);
  const unapplied = cents(amount - taken);
  return { document: paid, payments: [payment], paymentId: payment.id, unapplied, ...common };
}

const dueOn = (document: Claim): number =>
  document.canceledAt !== undefined ? 0 : Math.max(0, remainingOn(document).toPay);

/** Reverses a payment of a document; returns the document and the counter-entry. */
export function takeBack(
  document: Claim,
  payment: Payment,
  { newId, now }: Pick<Around, 'newId' | 'now'>,
): { document: Claim; entries: readonly Payment[] } {
  const entries = counterEntries([payment], newId, now);
  const life = { ...document.life, paid: cents(document.life.paid - payment.amount) };
  if (document.state !== 'paid') return { document: changed(document, { life }, now), entries };
  const { paidAt: _, ...unpaid } = document;
  const owed = changed(unpaid as Claim, { life, state: 'finalized' } as Partial<Claim>, now);
  return { document: owed, entries };
}
