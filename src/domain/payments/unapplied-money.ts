import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import { methodOf, type PaymentProvider, type PaymentSession } from './payment-session.ts';

/** Where money of a customer comes from: a page of a provider, a payment recorded by hand, or a bank transaction. */
export const moneySources = ['online', 'recorded', 'bank'] as const;
export type MoneySource = (typeof moneySources)[number];

/** Money a customer paid, of which some may be kept until it is applied to another document or given back. */
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
  /** What came online alone has one. */
  readonly provider?: PaymentProvider;
  readonly method: PaymentMethod;
  readonly otherMethod?: string;
};

/** A payment online as money of a customer. */
export const moneyPaidOnline = (session: PaymentSession): CustomerMoney => ({
  ...session,
  source: 'online',
  method: methodOf[session.provider],
});
