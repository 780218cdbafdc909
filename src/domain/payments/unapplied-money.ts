import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import { methodOf, type PaymentProvider, type PaymentSession } from './payment-session.ts';

/**
 * The source of a customer's money: a provider's page, a recorded payment, or a bank transaction.
 */
export const moneySources = ['online', 'recorded', 'bank'] as const;
export type MoneySource = (typeof moneySources)[number];

/**
 * Money paid by a customer, a part of which may be kept until it is applied to another document or
 * refunded.
 */
export type CustomerMoney = Pick<
  PaymentSession,
  | 'id'
  | 'test'
  | 'documentId'
  | 'amount'
  | 'currency'
  | 'state'
  | 'received'
  | 'refunded'
  | 'restored'
  | 'unapplied'
  | 'awaited'
  | 'returned'
  | 'openedAt'
  | 'paidAt'
  | 'providerId'
  | 'fee'
  | 'paymentId'
> & {
  readonly source: MoneySource;
  /** Only for online payments. */
  readonly provider?: PaymentProvider;
  readonly method: PaymentMethod;
  readonly otherMethod?: string;
};

/** An online payment as money of a customer. */
export const moneyPaidOnline = (session: PaymentSession): CustomerMoney => ({
  ...session,
  source: 'online',
  method: methodOf[session.provider],
});
