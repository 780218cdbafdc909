import * as z from 'zod';
import { EVENTS_KEPT_SECONDS, eventExists, readEvents } from '../../db/events/events.ts';
import { operation } from '../../pipeline/operation.ts';
import { describedEvents } from '../../schemas/events/event-description.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { eventType } from '../../schemas/fields/enumerations.ts';
import { ID_MAX, isUuid } from '../../schemas/fields/id.ts';
import { listedMode, listing, many, orderDirection, testRecords } from '../../schemas/lists/list-query.ts';

export const listEventTypes = operation({
  name: 'list-event-types',
  summary: 'List the event types, with examples of their bodies.',
  description: 'For integrations: to let a person choose event types, and to have sample data before the first event.',
  chapter: 'Events',
  routes: ['GET /v2/event-types'],
  scope: 'events:read',
  path: z.object({}),
  query: z.object({
    language: worded(['fr', 'en'])
      .optional()
      .meta({ description: 'The language of the labels; by default Accept-Language.' }),
    type: many(eventType).optional().meta({ description: 'Only these event types.' }),
  }),
  body: z.object({}),
  success: 200,
  output: z.object({
    docs: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        labels: z.object({ fr: z.string(), en: z.string() }),
        schema: z.looseObject({}).meta({ description: 'JSON Schema of the body.' }),
        sample: z.looseObject({}).meta({ description: 'A body.' }),
      }),
    ),
  }),
  refusals: [],

  async run({ language: heard }, { language = heard, type }) {
    const selected = describedEvents().filter(({ id }) => !type || type.includes(id));
    return { body: { docs: selected.map((one) => ({ ...one, label: one.labels[language] })) } };
  },
});

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
