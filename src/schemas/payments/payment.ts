import * as z from 'zod';
import type { Payment } from '../../domain/payments/payment.ts';
import { BillingTypeJson, CurrencyCodeJson, PaymentMethodJson, paymentMethod } from '../fields/enumerations.ts';
import { NAME_MAX, SHORT_MAX, text } from '../fields/text.ts';
import { day, timestamp } from '../fields/timestamp.ts';
import { isTest } from '../lists/list-query.ts';

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

/** A payment in the account's list, with its document. */
export const ListedPaymentJson = z
  .object({
    ...PaymentJson.shape,
    billingId: z.string(),
    number: z.string().meta({ description: 'The number of the paid invoice or advance.' }),
    type: BillingTypeJson,
    customerName: z.string().optional(),
    currency: CurrencyCodeJson,
    test: isTest,
    receivedOn: z.string().meta({ format: 'date', description: 'The day of receipt, in the account’s time zone.' }),
    turnover: z.int().meta({ description: 'The turnover in the payment, tax excluded; cents.' }),
    vatDue: z.int().meta({ description: 'VAT that fell due by the payment (CGI art. 269, 2); cents.' }),
  })
  .meta({ id: 'ListedPayment' });

export const PaymentTotalsJson = z
  .object({
    totalDocs: z.int(),
    currencies: z.array(
      z
        .object({
          currency: CurrencyCodeJson,
          count: z.int(),
          amount: z.int().meta({ description: 'Cents, tax included, less counter-entries.' }),
          turnover: z.int().meta({ description: 'The turnover in the payments, tax excluded; cents.' }),
          vatDue: z.int().meta({ description: 'VAT that fell due by the payments; cents.' }),
          refunds: z.int().optional().meta({ description: 'Number of refunded credit notes.' }),
          refunded: z
            .int()
            .optional()
            .meta({ description: 'Turnover refunded through credit notes, negative; cents.' }),
          collected: z
            .int()
            .optional()
            .meta({ description: 'Turnover collected, tax excluded: that of the payments and of the refunds; cents.' }),
        })
        .meta({ id: 'PaymentTotalsOfCurrency' }),
    ),
    booked: z
      .object({
        currency: CurrencyCodeJson,
        turnover: z.int().meta({ description: 'The turnover in the payments, tax excluded; cents.' }),
        vatDue: z.int().meta({ description: 'VAT that fell due by the payments; cents.' }),
        refunded: z.int().optional().meta({ description: 'Turnover refunded, negative; cents.' }),
        collected: z.int().optional().meta({ description: 'Turnover of the payments and of the refunds; cents.' }),
      })
      .meta({
        id: 'BookedPayments',
        description: 'All currencies together in the account’s currency, at the rate frozen in each document.',
      }),
  })
  .meta({ id: 'PaymentTotals' });
