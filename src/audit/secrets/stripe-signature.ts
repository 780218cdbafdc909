import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Maximum seconds between a signed message's time and our clock (Stripe's own libraries use 300).
 */
const TOLERANCE_SECONDS = 300;
/** Signatures of one header that are compared: one, and one more during a secret rotation. */
const SIGNATURES_MAX = 4;

/**
 * Whether Stripe signed a message with this secret: `Stripe-Signature: t=<Unix seconds>,v1=<hex>`,
 * an HMAC-SHA-256 over `t.body`, from the last five minutes.
 */
export function isSignedByStripe(
  header: string,
  body: Buffer,
  { secret, now }: { secret: string; now: number },
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const at = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(at) || Math.abs(now - at) > TOLERANCE_SECONDS) return false;
  const right = createHmac('sha256', secret).update(`${at}.`).update(body).digest();
  return parts
    .filter(([name, value]) => name === 'v1' && value !== undefined)
    .slice(0, SIGNATURES_MAX)
    .some(([, value]) => {
      const signature = Buffer.from(value as string, 'hex');
      return signature.length === right.length && timingSafeEqual(signature, right);
    });
}
