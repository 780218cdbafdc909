import { createHmac } from 'node:crypto';
import { keyOfWebhookSecret } from './webhook-secrets.ts';

/** What is signed: the id and time of the headers, and the body to the byte. */
export type SignedMessage = { id: string; timestamp: number; body: string };

/**
 * The headers of a delivery (Standard Webhooks 1.0.0): a signature by each secret, so that a receiver may change from one
 * to the next whenever it likes in between.
 */
export const webhookHeaders = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signature(message, secret)).join(' '),
});

function signature({ id, timestamp, body }: SignedMessage, secret: string): string {
  const digest = createHmac('sha256', keyOfWebhookSecret(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `v1,${digest}`;
}
