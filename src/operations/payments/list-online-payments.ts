import * as z from 'zod';
import { OnlinePaymentJson, onlinePaymentToJson } from '../../contract/payments/payment-account.ts';
import { operation } from '../../road/operation.ts';
import { newestSessions, SESSIONS_LISTED_MAX } from '../../store/payments/payment-sessions.ts';

export const listOnlinePayments = operation({
  name: 'list-online-payments',
  summary:
    'Lists what customers paid online, or began to, the newest first: with fees, and what no document could take.',
  description: `The last ${SESSIONS_LISTED_MAX}, of the mode of the key.`,
  chapter: 'Payments',
  routes: ['GET /v2/billing/online-payments'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ onlinePayments: z.array(OnlinePaymentJson) }).meta({ id: 'OnlinePayments' }),
  refusals: [],
  run: async ({ tx }) => ({ body: { onlinePayments: (await newestSessions(tx)).map(onlinePaymentToJson) } }),
});
