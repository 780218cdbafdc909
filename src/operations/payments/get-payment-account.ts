import * as z from 'zod';
import { PaymentAccountJson } from '../../contract/payments/payment-account.ts';
import { operation } from '../../road/operation.ts';

export const getPaymentAccount = operation({
  name: 'get-payment-account',
  summary: 'Gets the account at a provider of online payment. None is connected: that is the answer.',
  chapter: 'Payments',
  routes: ['GET /v2/billing/payment-account'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: PaymentAccountJson,
  refusals: ['payment_account_not_found'],
  run: async () => ({ refused: 'payment_account_not_found' }),
});
