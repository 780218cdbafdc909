import * as z from 'zod';
import type { Payment } from '../../domain/payments/payment.ts';
import { day } from '../fields/day-or-instant.ts';
import { PaymentMethodJson, paymentMethod } from '../fields/enumerations.ts';
import { NAME_MAX, SHORT_MAX, text } from '../fields/text.ts';
import { timestamp } from '../fields/timestamp.ts';

const AMOUNT_MAX_CENTS = 1_000_000_000_000;
/** Payments recorded by one request. */
const PAYMENTS_MAX = 50;

const keptBack = z.int().min(0).max(AMOUNT_MAX_CENTS).optional();

const payment = z
  .object({
    amount: z.int().min(1).max(AMOUNT_MAX_CENTS).meta({ description: 'Cents.' }),
    receivedAt: timestamp,
    method: paymentMethod,
    otherMethod: text(NAME_MAX).nullish(),
    transactionId: text(SHORT_MAX).nullish(),
    regulations: z.object({ commission: keptBack, lossOfValueChangeRate: keptBack }).nullish(),
  })
  .meta({ id: 'Payment' });

/** Payments in a request. */
export const payments = z
  .array(payment)
  .min(1)
  .max(PAYMENTS_MAX)
  .meta({ description: 'The payments received: amounts in cents of the document currency, times in Unix seconds.' });
/** Payments as tool parameters: `receivedAt` is a day. */
export const paymentsForTools = z
  .array(
    payment
      .extend({ receivedAt: day.meta({ description: 'The day of receipt, 2026-03-02.' }) })
      .meta({ id: 'PaymentOfTool' }),
  )
  .min(1)
  .max(PAYMENTS_MAX)
  .meta({ description: 'The payments received: amounts in cents of the document currency.' });
export type PaymentInput = z.output<typeof payments>[number];

const cents = z.number().meta({ description: 'Cents.' });
export const PaymentJson = z
  .object({
    id: z.string(),
    amount: cents.meta({ description: 'Cents; negative for a counter-entry.' }),
    receivedAt: z.number().meta({ description: 'Unix seconds.' }),
    method: PaymentMethodJson,
    otherMethod: z.string().optional(),
    transactionId: z.string().optional(),
    regulations: z.object({ commission: cents.optional(), lossOfValueChangeRate: cents.optional() }).optional(),
    reverses: z.string().optional().meta({ description: 'The payment that this counter-entry reverses.' }),
    createdAt: z.number().meta({ description: 'Unix seconds.' }),
  })
  .meta({ id: 'Payment' });

export const paymentToJson = ({ documentId: _, reversesId, ...payment }: Payment): z.input<typeof PaymentJson> => ({
  ...payment,
  ...(reversesId !== undefined && { reverses: reversesId }),
});
