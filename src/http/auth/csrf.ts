import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { requestedHost } from './dns-rebinding.ts';

/**
 * Refuses what a browser sends for a page that is not the service's own (`page_of_another_site`), as it says itself: by
 * `Sec-Fetch-Site`, which no page can set, and by `Origin`. Another port of this machine is another site. What is no browser
 * says neither, and brings no cookie of anybody's by accident.
 */
export function crossSiteRefusal(request: FastifyRequest, byTrustedProxy: boolean): HttpRefusal | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return { refused: 'page_of_another_site' };
  if (origin === undefined) return undefined;
  const own = [new URL(request.server.publicUrl).origin, `https://${requestedHost(request.headers, byTrustedProxy)}`];
  return own.includes(origin) ? undefined : { refused: 'page_of_another_site' };
}

/** Refuses what changes something without the token that the session's own pages know (`csrf_refused`). */
export function csrfRefusal(request: FastifyRequest, csrf: string): HttpRefusal | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const said = Buffer.from(String(request.headers['facturier-csrf'] ?? ''));
  const known = Buffer.from(csrf);
  const isRight = said.length === known.length && timingSafeEqual(said, known);
  return isRight ? undefined : { refused: 'csrf_refused' };
}
