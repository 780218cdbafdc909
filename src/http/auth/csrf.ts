import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { requestedHost } from './dns-rebinding.ts';

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
