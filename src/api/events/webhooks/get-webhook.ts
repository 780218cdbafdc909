import * as z from 'zod';
import { findEndpoint } from '../../../db/events/webhook-endpoints.ts';
import { operation } from '../../../pipeline/operation.ts';
import { WebhookJson, webhookToJson } from '../../../schemas/events/webhook.ts';
import { idOr } from '../../../schemas/fields/id.ts';

export const getWebhook = operation({
  name: 'get-webhook',
  summary: 'Get one webhook, without its secret.',
  chapter: 'Webhooks',
  routes: ['GET /v2/webhooks/{webhookId}'],
  scope: 'events:read',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: WebhookJson,
  refusals: ['webhook_not_found'],
  run: async ({ tx, accountId }, { id }) => {
    const endpoint = await findEndpoint(tx, id);
    return endpoint ? { body: webhookToJson(endpoint, accountId) } : { refused: 'webhook_not_found' };
  },
});
