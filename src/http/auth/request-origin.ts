import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { HttpRefusal } from '../errors/http-refusal.ts';

/**
 * Refuses requests a browser sends for another site's page (`page_of_another_site`), based on
 * `Sec-Fetch-Site`, which no page can set, and `Origin`. Another port of this machine counts as
 * another site. Other clients send neither header, and send no cookie by accident.
 */
export function crossSiteRefusal(request: FastifyRequest, byTrustedProxy: boolean): HttpRefusal | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return { refused: 'page_of_another_site' };
  if (origin === undefined) return undefined;
  const own = [new URL(request.server.publicUrl).origin, `https://${requestedHost(request.headers, byTrustedProxy)}`];
  return own.includes(origin) ? undefined : { refused: 'page_of_another_site' };
}

/** Refuses a state-changing request without the session's CSRF token (`csrf_refused`). */
export function csrfRefusal(request: FastifyRequest, csrf: string): HttpRefusal | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const said = Buffer.from(String(request.headers['facturier-csrf'] ?? ''));
  const known = Buffer.from(csrf);
  const isRight = said.length === known.length && timingSafeEqual(said, known);
  return isRight ? undefined : { refused: 'csrf_refused' };
}

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
function requestedHost({ host = '', ...headers }: IncomingHttpHeaders, byTrustedProxy: boolean): string {
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
