import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares the token with METRICS_TOKEN in constant time. */
export function hasMetricsToken(authorization: string | undefined, token: string): boolean {
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digestOf(shown), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
