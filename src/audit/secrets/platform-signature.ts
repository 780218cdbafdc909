import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum seconds between a signed call's time and our clock. The standard sets no limit. */
const TOLERANCE_SECONDS = 300;

/** The headers of a call: `Afnor-Signature` (base64) and `Afnor-Signature-Timestamp`. */
type Signed = { readonly signature: string; readonly timestamp: string };

/**
 * Whether an approved platform signed a body with this key in the last five minutes (XP Z12-013,
 * annex A 1.3.0): HMAC-SHA-256 of the SHA-256 of `body@timestamp`. Some platforms read the standard
 * as HMAC-SHA-256 of `body@timestamp`: both are accepted. Compared in constant time.
 */
export function isSignedByPlatform(
  { signature, timestamp }: Signed,
  body: Buffer,
  { key, now }: { readonly key: Buffer; readonly now: number },
): boolean {
  const at = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now - at) <= TOLERANCE_SECONDS)) return false;
  const given = Buffer.from(signature, 'base64');
  const signed = Buffer.concat([body, Buffer.from(`@${timestamp}`)]);
  const rights = [createHash('sha256').update(signed).digest(), signed].map((each) =>
    createHmac('sha256', key).update(each).digest(),
  );
  return rights.map((right) => given.length === right.length && timingSafeEqual(given, right)).includes(true);
}
