import type { FastifyInstance } from 'fastify';

/** Well-known URLs insert their prefix between the host and the path (RFC 8615, RFC 9728). */
const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The path of PUBLIC_URL without a trailing slash; empty at the root of a host. */
export const basePathOf = (publicUrl: string): string => /^https:\/\/[^/]+(\/.*)?$/.exec(publicUrl)?.[1] ?? '';

/**
 * The URL of a request as the routes know it: without the path of PUBLIC_URL. URLs that lack the
 * path stay as they are: health checks call the process directly, and some proxies remove the path.
 */
export function withoutBasePath(url: string, publicUrl: string): string {
  const base = basePathOf(publicUrl);
  if (base === '') return url;
  const start = url.startsWith(`${WELL_KNOWN}${base}`) ? WELL_KNOWN : '';
  const rest = url.slice(start.length);
  if (!rest.startsWith(base)) return url;
  const path = rest.slice(base.length);
  if (path.startsWith('/')) return `${start}${path}`;
  return path === '' || path.startsWith('?') ? `${start || '/'}${path}` : url;
}

/** Links and files of a page, from paths of the service (`href="/docs"`) to those of browsers. */
export const pageUnder = (publicUrl: string, html: string): string =>
  html.replaceAll(/ (href|src)="\//g, ` $1="${basePathOf(publicUrl)}/`);

/** Adds the path of PUBLIC_URL to redirects within the service. */
export function redirectUnderBasePath(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const location = reply.getHeader('location');
    const base = basePathOf(request.server.publicUrl);
    if (base !== '' && typeof location === 'string' && /^\/(?!\/)/.test(location))
      reply.header('location', `${base}${location}`);
    done();
  });
}
