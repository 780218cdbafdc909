import * as z from 'zod';
import { listAttempts } from '../../../db/events/delivery-attempts.ts';
import { findEndpoint } from '../../../db/events/webhook-endpoints.ts';
import { operation } from '../../../pipeline/operation.ts';
import { AttemptJson } from '../../../schemas/events/webhook.ts';
import { idOf, idOr } from '../../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../../schemas/lists/cursor.ts';
import { listing } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';

export const listWebhookAttempts = operation({
  name: 'list-webhook-attempts',
  summary: 'List the delivery attempts of a webhook, newest first: status, latency and answer.',
  description: 'Attempts are kept for 30 days.',
  chapter: 'Webhooks',
  routes: ['GET /v2/webhooks/{webhookId}/attempts'],
  scope: 'events:read',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({
    ...listing,
    eventId: idOf('the event, for its attempts only').optional(),
    cursor: cursor(z.object({ at: z.int().min(0), eventId: z.uuid(), n: z.int().min(0).max(1e9) })).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(AttemptJson),
  refusals: ['webhook_not_found'],
  run: async ({ tx }, { id, eventId, page, limit, cursor }) => {
    const [endpoint, listed] = await Promise.all([
      findEndpoint(tx, id),
      listAttempts(tx, { endpointId: id, eventId, page, limit, place: cursor }),
    ]);
    if (!endpoint) return { refused: 'webhook_not_found' };
    return {
      body: pageJson({
        docs: listed.attempts.map(({ nextAt, ...attempt }) => ({ ...attempt, nextAttemptAt: nextAt })),
        total: listed.total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: listed.next && writeCursor(listed.next),
      }),
    };
  },
});
