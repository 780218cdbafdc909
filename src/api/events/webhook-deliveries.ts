import * as z from 'zod';
import { listAttempts } from '../../db/events/delivery-attempts.ts';
import {
  countEventsInPeriod,
  EVENTS_KEPT_SECONDS,
  recordEndpointEvent,
  replayEvent,
  replayPeriod,
} from '../../db/events/events.ts';
import { findEndpoint, lockEndpoint } from '../../db/events/webhook-endpoints.ts';
import { type Endpoint, EVERY_EVENT, REPLAY_MAX } from '../../domain/events/endpoint.ts';
import type { Refused } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { AttemptJson, ReplayForm } from '../../schemas/events/webhook.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import type { Context } from '../../services/context.ts';
import { eventOf } from '../../services/events/publish-event.ts';

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

type Queued = { queued: number };

export const replayWebhook = operation({
  name: 'replay-webhook',
  summary: 'Replay one event, or the events of a period, to a webhook.',
  description: `Events of the last 30 days, at most ${REPLAY_MAX} at once, each with its original id. A period replays all events the webhook subscribes to, delivered or not, even those older than the webhook.`,
  chapter: 'Webhooks',
  routes: ['POST /v2/webhooks/{webhookId}/replay'],
  scope: 'events:write',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: ReplayForm,
  success: 201,
  output: z.object({ queued: z.int() }),
  refusals: ['webhook_not_found', 'webhook_not_active', 'event_not_found', 'replay_too_old', 'replay_too_large'],
  example: { eventId: '01890a61-5b3e-7c48-9a12-7d6e5f4a3b2c' },
  run: async (context, { id, eventId, from, to, types }) => {
    const { tx, realNow } = context;
    const endpoint = await lockEndpoint(tx, id);
    if (!endpoint) return { refused: 'webhook_not_found' };
    if (!endpoint.active) return { refused: 'webhook_not_active' };
    if (eventId === undefined) {
      const time = { from: from ?? 0, to: to ?? context.now, types: typesToReplay(endpoint, types) };
      const queued = await queueTime(context, endpoint, time);
      return 'refused' in queued ? queued : { body: queued };
    }
    const replay = { endpointId: endpoint.id, eventId, now: realNow, since: realNow - EVENTS_KEPT_SECONDS };
    const isThere = await replayEvent(tx, replay);
    return isThere ? { body: { queued: 1 } } : { refused: 'event_not_found' };
  },
});

async function queueTime(
  { tx, realNow: now }: Context,
  endpoint: Endpoint,
  time: { from: number; to: number; types: readonly string[] | undefined },
): Promise<Queued | Refused<'replay_too_old' | 'replay_too_large'>> {
  const since = now - EVENTS_KEPT_SECONDS;
  if (time.from < since) return { refused: 'replay_too_old', since };
  const queued = await countEventsInPeriod(tx, time, REPLAY_MAX + 1);
  if (queued > REPLAY_MAX) return { refused: 'replay_too_large', limit: REPLAY_MAX };
  if (queued > 0) replayPeriod(tx, time, { endpointId: endpoint.id, now });
  return { queued };
}

/** The types to replay among those the endpoint subscribed to; undefined means all. */
function typesToReplay({ events }: Endpoint, types: readonly string[] | undefined): readonly string[] | undefined {
  const own = events.includes(EVERY_EVENT) ? undefined : events;
  const selected = types?.includes(EVERY_EVENT) ? undefined : types;
  return own && selected ? selected.filter((type) => own.includes(type)) : (selected ?? own);
}
