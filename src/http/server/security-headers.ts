import { isIP } from 'node:net';

const YEAR_SECONDS = 31_536_000;

/** What no page of the service asks a browser for. */
const PERMISSIONS = [
  'camera',
  'geolocation',
  'microphone',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** What every answer tells a browser that may be looking at it. Pages that show something loosen their own policy. */
export function securityHeaders(publicUrl: string, { hstsSubdomains = true } = {}): Readonly<Record<string, string>> {
  const strict = `max-age=${YEAR_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`;
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A page of another site neither holds a window of ours nor loads an answer of ours as its own picture or script.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(hasNameOfItsOwn(publicUrl) && { 'strict-transport-security': strict }),
  };
}

/** On localhost the promise would bind every other program of the machine that a browser visits. */
function hasNameOfItsOwn(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname !== 'localhost' && !hostname.endsWith('.localhost') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}
