import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import type { Cents } from '../money/cents.ts';

/** Money received for an invoice or an advance, or the counter-entry that takes it back (negative, `reversesId`). */
export type Payment = {
  readonly id: string;
  readonly documentId: string;
  readonly amount: Cents;
  /** Unix seconds. */
  readonly receivedAt: number;
  readonly method: PaymentMethod;
  readonly otherMethod?: string;
  /** The bank transaction it was matched with. */
  readonly transactionId?: string;
  /** Cents kept back on the way: the provider's commission, what the exchange rate cost. */
  readonly regulations?: { readonly commission?: Cents; readonly lossOfValueChangeRate?: Cents };
  readonly reversesId?: string;
  readonly createdAt: number;
};
