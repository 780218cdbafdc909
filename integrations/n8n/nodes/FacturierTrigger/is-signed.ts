import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds a delivery may be old, or ahead of this clock. */
const TOLERANCE_SECONDS = 5 * 60;

export type Delivery = {
  headers: Readonly<Record<string, unknown>>;
  /** The bytes as they came. */
  body: Buffer;
  /** whsec_ and base64. */
  secret: string;
  /** Unix seconds. */
  now: number;
};

/**
 * Whether the service sent it, by Standard Webhooks 1.0.0: an HMAC over id, time and the raw body. While a secret is
 * being changed there are two signatures; one that fits is enough.
 */
export function isSigned({ headers, body, secret, now }: Delivery): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const [version, encoded = ''] = signature.split(',');
    const given = Buffer.from(encoded, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
