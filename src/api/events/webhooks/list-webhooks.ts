import * as z from 'zod';
import { listEndpoints } from '../../../db/events/webhook-endpoints.ts';
import { operation } from '../../../pipeline/operation.ts';
import { WebhookJson, webhookToJson, webhookUrl } from '../../../schemas/events/webhook.ts';
import { cursor, writeCursor } from '../../../schemas/lists/cursor.ts';
import { listing } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';

export const listWebhooks = operation({
  name: 'list-webhooks',
  summary: 'List webhooks, newest first, without their secrets.',
  description: 'A live key lists live webhooks, a test key test webhooks.',
  chapter: 'Webhooks',
  routes: ['GET /v2/webhooks'],
  scope: 'events:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    url: webhookUrl.optional().meta({ description: 'Only webhooks with this URL.' }),
    cursor: cursor(z.object({ id: z.uuid() })).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(WebhookJson),
  refusals: [],
  run: async ({ tx, accountId }, { url, page, limit, cursor }) => {
    const { endpoints, total, next } = await listEndpoints(tx, { url, page, limit, after: cursor?.id });
    return {
      body: pageJson({
        docs: endpoints.map((endpoint) => webhookToJson(endpoint, accountId)),
        total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: next && writeCursor(next),
      }),
    };
  },
});
