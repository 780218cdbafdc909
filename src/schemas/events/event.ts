import * as z from 'zod';
import { eventTypes } from './event-type.ts';

/** The member `event` of every body: the event and its time. All values are text. */
export const EventJson = z
  .strictObject({
    id: z.string().meta({ description: 'The same on every attempt and replay: store it to ignore duplicates.' }),
    type: z.enum(eventTypes as [string, ...string[]]),
    label: z.string(),
    occurredAt: z.string().meta({ description: 'ISO 8601, in UTC.' }),
  })
  .meta({ id: 'Event' });
