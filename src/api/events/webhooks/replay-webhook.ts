import * as z from 'zod';
import { countEventsInPeriod, replayEvent, replayPeriod } from '../../../db/events/event-replays.ts';
import { EVENTS_KEPT_SECONDS } from '../../../db/events/events.ts';
import { lockEndpoint } from '../../../db/events/webhook-endpoints.ts';
import { type Endpoint, EVERY_EVENT, REPLAY_MAX } from '../../../domain/events/endpoint.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ReplayForm } from '../../../schemas/events/webhook.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import type { Context } from '../../../services/context.ts';

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
