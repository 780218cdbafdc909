import * as z from 'zod';
import { EventJson } from './event.ts';

const webhook = z.strictObject({ id: z.string(), url: z.string() });

/** The test event of an endpoint. */
export const WebhookTestEventJson = z.strictObject({ event: EventJson, webhook }).meta({ id: 'WebhookTestEvent' });

/** The event for the other endpoints when one is deactivated. */
export const WebhookDisabledEventJson = z
  .strictObject({ event: EventJson, webhook: webhook.extend({ reason: z.string(), disabledAt: z.string() }) })
  .meta({ id: 'WebhookDisabledEvent' });
