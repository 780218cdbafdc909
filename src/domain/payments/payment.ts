import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import type { Cents } from '../money/cents.ts';

/**
 * A payment received for an invoice or an advance, or its counter-entry (negative, with
 * `reversesId`).
 */
export type Payment = {
  readonly id: string;
  readonly documentId: string;
  readonly amount: Cents;
  /** Unix seconds. */
  readonly receivedAt: number;
  readonly method: PaymentMethod;
  readonly otherMethod?: string;
  /** The matched bank transaction. */
  readonly transactionId?: string;
  /** Cents deducted before receipt: the provider's fee, and exchange losses. */
  readonly regulations?: { readonly commission?: Cents; readonly lossOfValueChangeRate?: Cents };
  readonly reversesId?: string;
  readonly createdAt: number;
};
