import { changed } from '../billing/document/after-finalizing.ts';
import type { Claim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/figures.ts';
import type { PaymentMethod } from '../billing/document/terms.ts';
import { type Cents, cents } from '../money/cents.ts';
import { isRefusal } from '../refusal.ts';
import type { Payment } from './payment.ts';
import type { PaymentProvider, PaymentSession, ProviderRead } from './payment-session.ts';
import { counterEntries, recordPayments } from './record-payments.ts';

/** What a payment that came online means for the books. */
export type Booked = {
  readonly document: Claim;
  /** To write, in this order: payments and counter-entries. */
  readonly payments: readonly Payment[];
  /** The payment that stands for it afterwards. */
  readonly paymentId?: string;
  /** What no document could take, in cents: it is the customer's, and told to the owner. */
  readonly unapplied: Cents;
};

type Around = {
  /** The payments of the document and their counter-entries. */
  readonly payments: readonly Payment[];
  readonly newId: () => string;
  readonly now: number;
};

const methods: Readonly<Record<PaymentProvider, PaymentMethod>> = {
  stripe: 'stripe',
  mollie: 'credit_card',
  stand_in: 'credit_card',
};

/**
 * Books what a provider says came or went back and was not booked yet. As much as is due pays the document; what is more, or comes
 * once it is canceled or paid otherwise, is kept apart and never refused. What goes back is taken from there first, then from the
 * payment, by a counter-entry of the whole and, where some of it stays, a payment of that. The fee is kept with the payment.
 */
export function bookOnlinePayment(
  document: Claim,
  session: PaymentSession,
  read: ProviderRead,
  around: Around,
): Booked {
  const standing = around.payments.find(
    ({ id }) => id === session.paymentId && !around.payments.some(({ reversesId }) => reversesId === id),
  );
  if (session.received === 0) {
    const fee = read.fee !== undefined && read.fee > 0 && { regulations: { commission: read.fee } };
    return applied(document, cents(read.received - read.refunded), { session, read, around, ...fee });
  }
  const back = Math.max(0, read.refunded - session.refunded);
  const unapplied = cents(Math.max(0, session.unapplied - back));
  const fromPayment = Math.min(back - (session.unapplied - unapplied), standing?.amount ?? 0);
  // Taken back by hand already: nothing stands that could be taken back again.
  if (!standing || fromPayment === 0)
    return { document, payments: [], unapplied, ...(standing && { paymentId: standing.id }) };
  const entries = counterEntries([standing], around.newId, around.now);
  const owed = owedAgain(document, standing.amount, around.now);
  // The fee stays with the first payment: it was kept once.
  const stays = applied(owed, cents(standing.amount - fromPayment), { session, read, around });
  return { ...stays, payments: [...entries, ...stays.payments], unapplied: cents(unapplied + stays.unapplied) };
}

/** Takes what is due of an amount as a payment, and keeps the rest apart. */
function applied(
  document: Claim,
  amount: Cents,
  given: { session: PaymentSession; read: ProviderRead; around: Around } & Pick<Payment, 'regulations'>,
): Booked {
  const { session, read, around, regulations } = given;
  const due = document.canceledAt !== undefined ? 0 : remainingOn(document).toPay;
  const taken = cents(Math.min(amount, Math.max(0, due)));
  if (taken === 0) return { document, payments: [], unapplied: amount };
  const { now, newId } = around;
  const payment: Payment = {
    ...{ id: newId(), documentId: document.id, amount: taken, createdAt: now },
    receivedAt: read.paidAt ?? now,
    method: methods[session.provider],
    ...(regulations && { regulations }),
  };
  const paid = recordPayments(document, [payment], now);
  if (isRefusal(paid)) throw new Error(`${document.id} cannot take what is due on it: ${paid.refused}`);
  return { document: paid, payments: [payment], paymentId: payment.id, unapplied: cents(amount - taken) };
}

/** The same document once a payment was taken back. */
function owedAgain(document: Claim, amount: Cents, now: number): Claim {
  const life = { ...document.life, paid: cents(document.life.paid - amount) };
  if (document.state !== 'paid') return changed(document, { life }, now);
  const { paidAt: _, ...unpaid } = document;
  return changed(unpaid as Claim, { life, state: 'finalized' } as Partial<Claim>, now);
}
