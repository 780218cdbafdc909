import type { Claim } from '../billing/document/document.ts';
import { changed } from '../billing/document/group/after-finalizing.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { type Cents, cents, sum } from '../money/cents.ts';
import { isRefusal } from '../refusal.ts';
import type { Payment } from './payment.ts';
import { methodOf, type PaymentSession, type ProviderRead, returnedToCustomer } from './payment-session.ts';
import { counterEntries, recordPayments } from './record-payments.ts';
import type { Application } from './use-unapplied-money.ts';

/** What a payment that came online means for the books. */
export type Booked = {
  readonly document: Claim;
  /** To write, in this order: payments and counter-entries. */
  readonly payments: readonly Payment[];
  /** The payment that stands for it afterwards. */
  readonly paymentId?: string;
  /** What no document could take, in cents: it is the customer's, and told to the owner. */
  readonly unapplied: Cents;
  /** What the owner said he gives back at the provider and that has not said yet. */
  readonly awaited: Cents;
  /** What had been applied to other documents and is to be taken back there. */
  readonly takenBack: readonly Application[];
};

type Around = {
  /** The payments of the document and their counter-entries. */
  readonly payments: readonly Payment[];
  /** What of its money was applied to other documents, the oldest first. */
  readonly applied: readonly Application[];
  readonly newId: () => string;
  readonly now: number;
};
type Given = { session: PaymentSession; read: ProviderRead; around: Around };

/**
 * Books what a provider says came or went back and was not booked yet. As much as is due pays the document; what is more, or comes
 * once it is canceled or paid otherwise, is kept apart and never refused. What goes back is first what the owner said he gives back,
 * then what is kept apart, then what was applied to other documents, the last first and each whole, then the payment, by a
 * counter-entry of the whole and, where some of it stays, a payment of that. What comes again, as a dispute was won, is booked as what
 * came was. The fee is kept with the payment.
 */
export function bookOnlinePayment(
  document: Claim,
  session: PaymentSession,
  read: ProviderRead,
  around: Around,
): Booked {
  const given = { session, read, around };
  const standing = around.payments.find(
    ({ id }) => id === session.paymentId && !around.payments.some(({ reversesId }) => reversesId === id),
  );
  if (session.received === 0) {
    const fee = read.fee !== undefined && read.fee > 0 && { regulations: { commission: read.fee } };
    return applied(document, cents(read.received - returnedToCustomer(read)), { ...given, ...fee });
  }
  const back = returnedToCustomer(read) - returnedToCustomer(session);
  return back < 0
    ? cameAgain(document, cents(-back), standing, given)
    : wentBack(document, cents(back), standing, given);
}

function wentBack(document: Claim, amount: Cents, standing: Payment | undefined, given: Given): Booked {
  const { session, around } = given;
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
  const besides = { awaited, takenBack };
  // Taken back by hand already: nothing stands that could be taken back again.
  if (!standing || left === 0)
    return { document, payments: [], unapplied: apart, ...besides, ...(standing && { paymentId: standing.id }) };
  const stays = bookedAnew(document, less(standing.amount), standing, given);
  return { ...stays, ...besides, unapplied: cents(apart + stays.unapplied) };
}

/** No more than is held of it and stands nowhere: what was given back otherwise meanwhile is the customer's no more. */
function cameAgain(document: Claim, amount: Cents, standing: Payment | undefined, given: Given): Booked {
  const { session, read, around } = given;
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
    ? bookedAnew(document, cents(standing.amount + come), standing, given)
    : applied(document, come, given);
  return { ...booked, unapplied: cents(session.unapplied + booked.unapplied) };
}

/** The payment is taken back, and what is left of it, or came beside it, paid again. The fee stays with the first: it was kept once. */
function bookedAnew(document: Claim, amount: Cents, standing: Payment, given: Given): Booked {
  const { newId, now } = given.around;
  const back = takeBack(document, standing, { newId, now });
  const stays = applied(back.document, amount, given);
  return { ...stays, payments: [...back.entries, ...stays.payments] };
}

/** Takes what is due of an amount as a payment, and keeps the rest apart. */
function applied(document: Claim, amount: Cents, given: Given & Pick<Payment, 'regulations'>): Booked {
  const { session, read, around, regulations } = given;
  const taken = cents(Math.min(amount, dueOn(document)));
  const besides = { awaited: session.awaited, takenBack: [] };
  if (taken === 0) return { document, payments: [], unapplied: amount, ...besides };
  const { now, newId } = around;
  const payment: Payment = {
    ...{ id: newId(), documentId: document.id, amount: taken, createdAt: now },
    receivedAt: read.paidAt ?? now,
    method: methodOf[session.provider],
    ...(regulations && { regulations }),
  };
  const paid = recordPayments(document, [payment], now);
  if (isRefusal(paid)) throw new Error(`${document.id} cannot take what is due on it: ${paid.refused}`);
  const unapplied = cents(amount - taken);
  return { document: paid, payments: [payment], paymentId: payment.id, unapplied, ...besides };
}

const dueOn = (document: Claim): number =>
  document.canceledAt !== undefined ? 0 : Math.max(0, remainingOn(document).toPay);

/** A document once one of its payments was taken back, with the counter-entry of that. */
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
