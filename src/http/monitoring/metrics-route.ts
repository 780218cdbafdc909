import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors/send-problem.ts';
import { hasMetricsToken } from './metrics-token.ts';

/** The metrics endpoint and its token. */
export type MetricsEndpoint = {
  readonly type: string;
  readonly text: () => Promise<string>;
  /** METRICS_TOKEN. */
  readonly token?: string | undefined;
};

/** Default path of Prometheus. */
export const METRICS_PATH = '/metrics';

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
