import { createHash, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { processLimits } from '../../limits/process-limits.ts';
import { refuse } from '../errors/send-problem.ts';

/** The metrics endpoint and its token. */
export type MetricsEndpoint = {
  readonly type: string;
  readonly text: () => Promise<string>;
  /** METRICS_TOKEN. */
  readonly token?: string | undefined;
};

/** Default path of Prometheus. */
const METRICS_PATH = '/metrics';

/**
 * Serves metrics on the main port to requests with the token. Without a configured token the route
 * does not exist.
 */
export function serveMetrics(app: FastifyInstance, served: MetricsEndpoint | undefined): void {
  const { token } = served ?? {};
  if (!served || token === undefined) return;
  app.get(METRICS_PATH, async (request, reply) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return refuse(request, reply, { refused: 'key_missing' });
    if (!hasMetricsToken(authorization, token)) {
      app.securityLog({ event: 'login_failed' });
      return refuse(request, reply, { refused: 'key_invalid' });
    }
    return reply.type(served.type).send(await served.text());
  });
}

export type MetricsPort = { readonly port: number; readonly stop: () => Promise<void> };

/**
 * Serves metrics over plain HTTP on a separate port (METRICS_PORT), for collectors on this machine
 * or on a private network (METRICS_HOST). No other routes. Requires the token if one is set.
 */
export async function startMetricsPort(
  where: Server | { host: string; port: number },
  served: MetricsEndpoint,
): Promise<MetricsPort> {
  const { connectionsMax, requestMs, lookMs } = processLimits.metrics;
  const server = http.createServer({ connectionsCheckingInterval: lookMs }, (request, response) => {
    answer(request, response, served).catch(() => say(response, 503, 'metrics unavailable\n'));
  });
  Object.assign(server, { maxConnections: connectionsMax, headersTimeout: requestMs, requestTimeout: requestMs });
  // An idle client must not block the port.
  server.setTimeout(requestMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if ('port' in where) server.listen(where.port, where.host, resolve);
    else server.listen(where, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, served: MetricsEndpoint): Promise<void> {
  // Discard the request body.
  request.resume();
  if (request.url?.split('?', 1)[0] !== METRICS_PATH)
    return say(response, 404, `only ${METRICS_PATH} is served here\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return say(response.setHeader('allow', 'GET, HEAD'), 405, 'only GET and HEAD are allowed\n');
  if (served.token !== undefined && !hasMetricsToken(request.headers.authorization, served.token))
    return say(response.setHeader('www-authenticate', 'Bearer'), 401, 'send METRICS_TOKEN as a bearer token\n');
  say(response, 200, await served.text(), served.type);
}

function say(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** Compares the token with METRICS_TOKEN in constant time. */
function hasMetricsToken(authorization: string | undefined, token: string): boolean {
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digestOf(shown), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
