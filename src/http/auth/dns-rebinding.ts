import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { HttpRefusal } from '../errors/http-refusal.ts';

type Asked = {
  headers: IncomingHttpHeaders;
  /** The request came through one of the operator's own proxies. */
  byTrustedProxy: boolean;
  publicUrl: string;
};

/**
 * Protects against DNS rebinding, where a malicious page points its own host name at this service.
 * `host_not_allowed`: the Host header is neither the service's name, nor this machine's, nor an IP
 * address, which DNS cannot redirect. `origin_not_allowed`: the Origin is neither the service nor
 * this machine.
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

/** The host the client requested. A trusted proxy passes it in X-Forwarded-Host. */
export function requestedHost({ host = '', ...headers }: IncomingHttpHeaders, byTrustedProxy: boolean): string {
  const forwarded = byTrustedProxy ? headers['x-forwarded-host'] : undefined;
  // The nearest proxy appends last.
  return forwarded === undefined ? host : (String(forwarded).split(',').at(-1) ?? '').trim();
}

/** The host name of a URL without a path; undefined if it is not one. */
function nameIn(address: string): string | undefined {
  if (!/^https?:\/\/[^/?#@\\\s]+$/.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname;
}

const isThisMachine = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
