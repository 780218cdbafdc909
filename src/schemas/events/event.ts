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

const webhook = z.strictObject({ id: z.string(), url: z.string() });

/** The test event of an endpoint. */
export const WebhookTestEventJson = z.strictObject({ event: EventJson, webhook }).meta({ id: 'WebhookTestEvent' });

/** The event for the other endpoints when one is deactivated. */
export const WebhookDisabledEventJson = z
  .strictObject({ event: EventJson, webhook: webhook.extend({ reason: z.string(), disabledAt: z.string() }) })
  .meta({ id: 'WebhookDisabledEvent' });
