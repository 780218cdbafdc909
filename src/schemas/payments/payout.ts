import * as z from 'zod';
import type { Kind } from '../../domain/billing/document/kind.ts';
import type { Payout, PayoutLine } from '../../domain/payments/payout.ts';
import { billingTypeOf } from '../billing/document/document-type.ts';
import { BillingTypeJson, CurrencyCodeJson } from '../fields/enumerations.ts';
import { apiProviderNames } from './payment-account.ts';

const cents = z.int().meta({ description: 'Cents of the currency of the payout; negative for refunds.' });

const PayoutLineJson = z
  .object({
    id: z.string(),
    kind: z.enum(['payment', 'refund', 'fee', 'other']),
    reference: z.string().optional().meta({ description: 'The provider’s ID of the payment.' }),
    amount: cents,
    fee: cents,
    billingId: z.string().optional().meta({ description: 'The document that was paid, if it was paid by its link.' }),
    type: BillingTypeJson.optional(),
    number: z.string().optional(),
    customerName: z.string().optional(),
  })
  .meta({ id: 'PayoutLine' });

/** A payout of a payment provider to the bank. */
export const PayoutJson = z
  .object({
    id: z.string(),
    provider: z.enum(['stripe_connect', 'mollie', 'stand_in']),
    providerId: z.string().meta({ description: 'The provider’s ID.' }),
    arrivesOn: z.string().meta({ format: 'date', description: 'The day the payout reaches the bank.' }),
    currency: CurrencyCodeJson,
    amount: z
      .int()
      .meta({ description: 'The amount transferred to the bank: the sum of the lines less their fees, in cents.' }),
    fee: z.int().meta({ description: 'Provider’s fees in its lines, in cents.' }),
    lines: z.array(PayoutLineJson),
  })
  .meta({ id: 'Payout' });

export const PayoutSumsJson = z
  .object({
    currency: CurrencyCodeJson,
    count: z.int(),
    amount: z.int().meta({ description: 'Amount transferred to the bank, in cents.' }),
    gross: z.int().meta({ description: 'Payments less refunds, in cents.' }),
    fee: z.int().meta({ description: 'Providers’ fees, in cents.' }),
  })
  .meta({ id: 'PayoutSums' });

/** A line of a payout with its document. */
export type PayoutLineToShow = PayoutLine & {
  readonly id: string;
  readonly documentId?: string;
  readonly documentKind?: Kind;
  readonly number?: string;
  readonly customerName?: string;
};

export const payoutToJson = ({
  lines,
  ...payout
}: Payout & { readonly lines: readonly PayoutLineToShow[] }): z.input<typeof PayoutJson> => {
  const { id, provider, providerId, arrivesOn, currency, amount } = payout;
  return {
    ...{ id, provider: apiProviderNames[provider], providerId, arrivesOn, currency, amount },
    fee: lines.reduce((all, line) => all + line.fee, 0),
    lines: lines.map(({ documentId, documentKind, gross, ...line }) => ({
      ...line,
      amount: gross,
      ...(documentId !== undefined && { billingId: documentId }),
      ...(documentKind !== undefined && { type: billingTypeOf(documentKind) }),
    })),
  };
};
