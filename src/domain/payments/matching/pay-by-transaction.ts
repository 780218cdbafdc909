import type { Claim } from '../../billing/document/document.ts';
import { changed } from '../../billing/document/group/after-finalizing.ts';
import { remainingOn } from '../../billing/document/totals/document-figures.ts';
import { type Cents, cents } from '../../money/cents.ts';
import { isRefusal, type Refused } from '../../refusal.ts';
import { takeBack } from '../book-online-payment.ts';
import { recordWithOverpayment } from '../overpayment.ts';
import type { Payment } from '../payment.ts';
import { recordPayments } from '../record-payments.ts';
import type { CustomerMoney } from '../unapplied-money.ts';

/** A bank transaction used as a payment. */
export type PayingTransaction = {
  readonly id: string;
  readonly test: boolean;
  /** The unapplied rest, in cents. */
  readonly left: Cents;
  readonly currency: string;
  /** When it was received, Unix seconds. */
  readonly receivedAt: number;
};

type CannotPay =
  | Refused<'document_not_found' | 'bank_transaction_exceeded' | 'bank_transaction_of_other_currency'>
  | Refused<'not_payable_when_draft' | 'not_payable_when_canceled' | 'nothing_due' | 'payment_exceeds_remaining'>;
type Around = { readonly newId: () => string; readonly now: number };

type PaymentOptions = { readonly amount?: number | undefined; readonly keepExcess?: boolean | undefined };

/**
 * Pays a document with a transaction or a part of it: by default the amount due, at most what is
 * left, in cents. With `keepExcess`, by default everything that is left: the excess stays the
 * customer's.
 */
export function payByTransaction(
  document: Claim,
  transaction: PayingTransaction,
  options: PaymentOptions,
  { newId, now }: Around,
): { document: Claim; payments: readonly Payment[]; kept: readonly CustomerMoney[] } | CannotPay {
  const { id: transactionId, test, left, currency, receivedAt } = transaction;
  if (document.test !== test) return { refused: 'document_not_found' };
  const most = options.keepExcess ? left : Math.min(left, Math.max(1, remainingOn(document).toPay));
  const amount = cents(options.amount ?? most);
  if (left === 0 || amount > left) return { refused: 'bank_transaction_exceeded', left };
  if (document.content.currency.code !== currency) return { refused: 'bank_transaction_of_other_currency', currency };
  const payment: Payment = {
    ...{ id: newId(), documentId: document.id, amount, receivedAt: Math.min(receivedAt, now) },
    ...{ method: 'transfer', transactionId, createdAt: now },
  };
  if (options.keepExcess) return recordWithOverpayment(document, [payment], { newId, now, source: 'bank' });
  const paid = recordPayments(document, [payment], now);
  return isRefusal(paid) ? paid : { document: paid, payments: [payment], kept: [] };
}

/** Reverses the payment made by a transaction with a counter-entry; the document is owed again. */
export function unpayByTransaction(
  document: Claim,
  payment: Payment,
  around: Around & { readonly payments: readonly Payment[] },
): { document: Claim; entries: readonly Payment[] } {
  const { document: owed, entries } = takeBack(document, payment, around);
  const reversed = new Set([payment.id, ...around.payments.map(({ reversesId }) => reversesId)]);
  const hasTransaction = around.payments.some(
    ({ id, transactionId, reversesId }) => transactionId !== undefined && !reversesId && !reversed.has(id),
  );
  return { document: changed(owed, { life: { ...owed.life, hasTransaction } } as Partial<Claim>, around.now), entries };
}
