import * as z from 'zod';
import { EventJson } from './event.ts';

const webhook = z.strictObject({ id: z.string(), url: z.string() });

/** What an endpoint is sent to try it. */
export const WebhookTestEventJson = z.strictObject({ event: EventJson, webhook }).meta({ id: 'WebhookTestEvent' });

/** What the others are told when an endpoint is given up. */
export const WebhookDisabledEventJson = z
  .strictObject({ event: EventJson, webhook: webhook.extend({ reason: z.string(), disabledAt: z.string() }) })
  .meta({ id: 'WebhookDisabledEvent' });
