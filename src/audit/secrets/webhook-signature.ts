import { createHmac } from 'node:crypto';
import { keyOfWebhookSecret } from './webhook-secrets.ts';

/** The signed content: the id and time of the headers, and the exact body. */
export type SignedMessage = { id: string; timestamp: number; body: string };

/**
 * The headers of a delivery (Standard Webhooks 1.0.0): a signature with each secret, so that a
 * receiver can switch between them at any time during a rotation.
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
