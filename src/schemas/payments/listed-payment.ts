import * as z from 'zod';
import { BillingTypeJson, CurrencyCodeJson } from '../fields/enumerations.ts';
import { isTest } from '../lists/list-query.ts';
import { PaymentJson } from './payment.ts';

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
