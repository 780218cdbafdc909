import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request shows the token of METRICS_TOKEN. How long that takes says nothing about the token. */
export function hasMetricsToken(authorization: string | undefined, token: string): boolean {
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digestOf(shown), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
