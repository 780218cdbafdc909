import { isIP } from 'node:net';

const YEAR_SECONDS = 31_536_000;

/** What every answer tells a browser that may be looking at it. Pages that show something loosen their own policy. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(hasNameOfItsOwn(publicUrl) && { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }),
  };
}

/** On localhost the promise would bind every other program of the machine that a browser visits. */
function hasNameOfItsOwn(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname !== 'localhost' && !hostname.endsWith('.localhost') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}
