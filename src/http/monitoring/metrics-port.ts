import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { processLimits } from '../../limits/process-limits.ts';
import { METRICS_PATH, type MetricsEndpoint } from './metrics-route.ts';
import { hasMetricsToken } from './metrics-token.ts';

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
