import { settingsOf } from '../../../db/account/settings.ts';
import { addToPaid, findPastDocument, lockPastDocument } from '../../../db/billing/past/past-documents.ts';
import { insertPastPayments, insertPastTurnover, paymentsOfPast } from '../../../db/billing/past/past-payments.ts';
import { paidClaims } from '../../../db/home/bill-facts.ts';
import type { PaymentMethod } from '../../../domain/billing/document/terms/payment-terms.ts';
import {
  type PastDocument,
  type PastPayment,
  payableOfPast,
  restOfPast,
} from '../../../domain/billing/past/past-document.ts';
import { type Cents, cents } from '../../../domain/money/cents.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { type CivilDay, civilDayOf } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';
import { publishEvent } from '../../events/publish-event.ts';
import { turnoverOfPayments } from './store-documents.ts';

/** A past document with its payments. */
export type PaidPastDocument = { readonly document: PastDocument; readonly payments: readonly PastPayment[] };
type Here = Pick<Context, 'tx' | 'now' | 'newId'>;

export async function loadPastDocument(
  { tx }: Pick<Context, 'tx'>,
  id: string,
): Promise<PaidPastDocument | Refused<'past_document_not_found'>> {
  const document = await findPastDocument(tx, id);
  if (!document) return { refused: 'past_document_not_found' };
  return { document, payments: await paymentsOfPast(tx, id) };
}

/** A payment to record; without an amount, all that is left. */
export type PastPaymentAsked = {
  readonly on?: CivilDay | undefined;
  readonly amount?: Cents | undefined;
  readonly method: PaymentMethod;
};

/** Records a payment of a past invoice, or the refund of a past credit note. */
export async function recordPastPayment(
  context: Here,
  id: string,
  { on, amount, method }: PastPaymentAsked,
): Promise<
  | PaidPastDocument
  | Refused<'past_document_not_found' | 'past_document_settled' | 'past_payment_exceeds' | 'past_payment_in_future'>
> {
  const { tx, now, newId } = context;
  const document = await lockPastDocument(tx, id);
  if (!document) return { refused: 'past_document_not_found' };
  const today = civilDayOf(now, (await settingsOf(tx)).settings.zone);
  const day = on ?? today;
  if (day > today) return { refused: 'past_payment_in_future' };
  const rest = payableOfPast(document);
  if (rest === 0) return { refused: 'past_document_settled' };
  const paid = amount ?? rest;
  if (paid > rest) return { refused: 'past_payment_exceeds', rest };
  return settle(context, document, { id: newId(), on: day, amount: paid, method });
}

/** Takes a payment back by its reversal, dated as the payment. Each once. */
export async function reversePastPayment(
  context: Here,
  id: string,
  paymentId: string,
): Promise<PaidPastDocument | Refused<'past_document_not_found' | 'past_payment_not_found' | 'past_payment_reversed'>> {
  const { tx, newId } = context;
  const document = await lockPastDocument(tx, id);
  if (!document) return { refused: 'past_document_not_found' };
  const payments = await paymentsOfPast(tx, id);
  const payment = payments.find((each) => each.id === paymentId && each.reversesId === undefined);
  if (!payment) return { refused: 'past_payment_not_found' };
  if (payments.some(({ reversesId }) => reversesId === paymentId)) return { refused: 'past_payment_reversed' };
  const { on, amount, method } = payment;
  return settle(context, document, { id: newId(), on, amount: cents(-amount), method, reversesId: paymentId });
}

async function settle(
  { tx, now, newId }: Here,
  document: PastDocument,
  payment: Omit<PastPayment, 'isImported'>,
): Promise<PaidPastDocument> {
  const { id } = document;
  insertPastPayments(tx, [{ ...payment, documentId: id, isInBooks: true, at: now }]);
  addToPaid(tx, id, payment.amount);
  const [claim] = await paidClaims(tx, [id]);
  if (!claim) throw new Error(`the past document ${id} has no text`);
  insertPastTurnover(
    tx,
    turnoverOfPayments(claim).filter(({ movementId }) => movementId === payment.id),
  );
  const changed = { ...document, paid: cents(document.paid + payment.amount) };
  const payments = await paymentsOfPast(tx, id);
  publishEvent(
    { tx, now, newId },
    { type: 'past_document.payment_changed', subjectId: id, test: tx.test },
    { pastDocument: { id, number: document.number, paid: changed.paid, rest: restOfPast(changed), test: tx.test } },
  );
  return { document: changed, payments };
}
