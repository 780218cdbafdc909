import * as z from 'zod';
import { deleteEndpoint } from '../../../db/events/webhook-endpoints.ts';
import { operation } from '../../../pipeline/operation.ts';
import { idOr } from '../../../schemas/fields/id.ts';

export const deleteWebhook = operation({
  name: 'delete-webhook',
  summary: 'Delete a webhook with its pending deliveries and attempts.',
  description: 'Cannot be undone. Events stay readable for 30 days.',
  chapter: 'Webhooks',
  routes: ['DELETE /v2/webhooks/{webhookId}', 'DELETE /webhook/{webhookId}'],
  scope: 'events:write',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['webhook_not_found'],
  run: async ({ tx }, { id }) => {
    const isGone = await deleteEndpoint(tx, id);
    return isGone ? { body: null } : { refused: 'webhook_not_found' };
  },
});
