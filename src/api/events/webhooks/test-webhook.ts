import * as z from 'zod';
import { recordEndpointEvent } from '../../../db/events/events.ts';
import { lockEndpoint } from '../../../db/events/webhook-endpoints.ts';
import { operation } from '../../../pipeline/operation.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { eventOf } from '../../../services/events/publish-event.ts';

export const testWebhook = operation({
  name: 'test-webhook',
  summary: 'Send a test event immediately to this webhook only.',
  description:
    'The attempts of the webhook show the result, under the id of the test event. It is retried like any event.',
  chapter: 'Webhooks',
  routes: ['POST /v2/webhooks/{webhookId}/test'],
  scope: 'events:write',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 201,
  output: z.object({ eventId: z.string(), type: z.literal('webhook.test') }),
  refusals: ['webhook_not_found', 'webhook_not_active'],
  run: async (context, { id }) => {
    const endpoint = await lockEndpoint(context.tx, id);
    if (!endpoint) return { refused: 'webhook_not_found' };
    if (!endpoint.active) return { refused: 'webhook_not_active' };
    const happened = { type: 'webhook.test' as const, subjectId: endpoint.id, test: endpoint.test };
    const webhook = { id: endpoint.id, url: endpoint.url };
    const event = eventOf(context, happened, { webhook });
    recordEndpointEvent(context.tx, event);
    return { body: { eventId: event.id, type: happened.type } };
  },
});
