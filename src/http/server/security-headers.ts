import { isIP } from 'node:net';

const YEAR_SECONDS = 31_536_000;

/** Browser features that no page of the service uses. */
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

/** Security headers of every response. Pages relax the policy where necessary. */
export function securityHeaders(publicUrl: string, { hstsSubdomains = true } = {}): Readonly<Record<string, string>> {
  const strict = `max-age=${YEAR_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`;
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // Pages of other sites can neither keep a reference to our windows nor embed our responses.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(hasNameOfItsOwn(publicUrl) && { 'strict-transport-security': strict }),
  };
}

/** On localhost, HSTS would apply to every other program on the machine. */
function hasNameOfItsOwn(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname !== 'localhost' && !hostname.endsWith('.localhost') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}
