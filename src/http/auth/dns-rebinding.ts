import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { HttpRefusal } from '../errors/http-refusal.ts';

type Asked = {
  headers: IncomingHttpHeaders;
  /** The request came through a proxy of the operator's own. */
  byTrustedProxy: boolean;
  publicUrl: string;
};

/**
 * Refuses what a web page of a stranger sends through a visitor's browser, after it made its own name point here (DNS
 * rebinding). `host_not_allowed`: the name asked for is neither the service's, nor this machine's, nor a bare address,
 * which no name server can point elsewhere. `origin_not_allowed`: the page is neither the service's nor this machine's.
 */
export function dnsRebindingRefusal({ headers, byTrustedProxy, publicUrl }: Asked): HttpRefusal | undefined {
  const own = new URL(publicUrl);
  const host = nameIn(`https://${requestedHost(headers, byTrustedProxy)}`);
  if (host === undefined || !(host === own.hostname || isThisMachine(host) || isAddress(host)))
    return { refused: 'host_not_allowed' };
  const { origin } = headers;
  if (origin === undefined || origin === own.origin) return undefined;
  const page = /^https?:\/\//.test(origin) ? nameIn(origin) : undefined;
  return page !== undefined && isThisMachine(page) ? undefined : { refused: 'origin_not_allowed' };
}

/** The name the client asked for: the operator's own proxy says it where it calls us by another. */
export function requestedHost({ host = '', ...headers }: IncomingHttpHeaders, byTrustedProxy: boolean): string {
  const forwarded = byTrustedProxy ? headers['x-forwarded-host'] : undefined;
  // The hop next to us writes last.
  return forwarded === undefined ? host : (String(forwarded).split(',').at(-1) ?? '').trim();
}

/** The host name of an address without a path, or undefined where it is none. */
function nameIn(address: string): string | undefined {
  if (!/^https?:\/\/[^/?#@\\\s]+$/.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname;
}

const isThisMachine = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
