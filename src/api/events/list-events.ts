import * as z from 'zod';
import { EVENTS_KEPT_SECONDS, eventExists, readEvents } from '../../db/events/events.ts';
import { operation } from '../../pipeline/operation.ts';
import { eventType } from '../../schemas/fields/enumerations.ts';
import { ID_MAX, isUuid } from '../../schemas/fields/id.ts';
import { listedMode, listing, many, orderDirection, testRecords } from '../../schemas/lists/list-query.ts';

export const listEvents = operation({
  name: 'list-events',
  summary: 'Read the events of the last 30 days, in order.',
  description:
    'Each entry is the body that webhooks receive. To continue, call again with `after` set to `next`: no event is skipped, even during concurrent writes. Use this list to catch up on missed webhooks, or to get samples.',
  chapter: 'Events',
  routes: ['GET /v2/events'],
  scope: 'events:read',
  path: z.object({}),
  query: z.object({
    type: many(eventType).optional().meta({ description: 'Only events of these types.' }),
    after: z.string().max(ID_MAX).optional().meta({ description: 'The id of the last event you have.' }),
    limit: listing.limit,
    orderDirection: orderDirection.default('ASC').meta({ description: 'DESC begins with the latest.' }),
    test: testRecords,
  }),
  body: z.object({}),
  success: 200,
  output: z.object({
    docs: z.array(z.looseObject({})),
    hasMore: z.boolean(),
    next: z
      .string()
      .nullable()
      .meta({ description: 'The value of `after` for the next call; null if there was no event.' }),
  }),
  refusals: ['event_not_found'],

  async run({ tx, realNow }, { type, after, limit, orderDirection, test: asked }) {
    const test = listedMode(tx, asked);
    if (tx.test && !test) return { body: { docs: [], hasMore: false, next: after ?? null } };
    const filter = { types: type, after, test, limit, newestFirst: orderDirection === 'DESC' };
    if (after !== undefined && !isUuid(after)) return { refused: 'event_not_found' };
    const [isKnown, { events, more }] = await Promise.all([
      after === undefined || eventExists(tx, after, test),
      readEvents(tx, { ...filter, since: realNow - EVENTS_KEPT_SECONDS }),
    ]);
    if (!isKnown) return { refused: 'event_not_found' };
    const docs = events.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    return { body: { docs, hasMore: more, next: events.at(-1)?.id ?? after ?? null } };
  },
});
