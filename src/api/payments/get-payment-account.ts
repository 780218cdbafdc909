import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { operation } from '../../pipeline/operation.ts';
import { PaymentAccountJson, paymentAccountToJson } from '../../schemas/payments/payment-account.ts';
import { providerWebhookUrlOf } from '../../services/payments/online/providers.ts';

export const getPaymentAccount = operation({
  name: 'get-payment-account',
  summary: 'Gets the connected payment provider account, if any. Test payments use a simulator.',
  chapter: 'Payments',
  routes: ['GET /v2/billing/payment-account'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: PaymentAccountJson,
  refusals: ['payment_account_not_found'],
  async run(context) {
    const { tx, accountId, test, scopes } = context;
    const { settings } = await settingsOf(tx);
    const { onlinePayment } = settings;
    const mayConnect = scopes.includes('account:admin');
    const webhookUrl = mayConnect && onlinePayment && providerWebhookUrlOf(context, { accountId, ...onlinePayment });
    const body = paymentAccountToJson(settings, { test, accountId, ...(webhookUrl && { webhookUrl }) });
    return body ? { body } : { refused: 'payment_account_not_found' };
  },
});
