import * as z from 'zod';
import { operation } from '../../pipeline/operation.ts';
import { describedEvents } from '../../schemas/events/event-description.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { eventType } from '../../schemas/fields/enumerations.ts';
import { many } from '../../schemas/lists/list-query.ts';

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
