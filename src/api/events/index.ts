import type { Operation } from '../../pipeline/operation.ts';
import { listEvents, listEventTypes } from './events.ts';
import { listWebhookAttempts, replayWebhook, testWebhook } from './webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts';

/** The event feed, for polling. */
export const eventOperations: readonly Operation[] = [listEventTypes, listEvents];

/** Operations on webhooks. */
export const webhookOperations: readonly Operation[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookAttempts,
  replayWebhook,
  deleteWebhook,
];
