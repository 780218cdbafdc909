import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../errors/send-problem.ts';
import { strayFailures } from '../server/uncaught-errors.ts';

/** Milliseconds the database may take before the service reports itself not ready. */
const READY_WITHIN_MS = 3_000;

/** Health checks for monitoring. They need no key and reveal no data. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health/live', async (request, reply) => {
    // Only requests from this machine see the number of uncaught errors (`facturier doctor`).
    const failures = isFromHere(request) && {
      strayFailures: strayFailures(),
      sinceSeconds: Math.floor(process.uptime()),
    };
    return reply.type('application/json').send(JSON.stringify({ status: 'live', ...failures }));
  });
  app.get('/health/ready', async (request, reply) => {
    const ready = await Promise.race([isReady().catch(() => false), expired(READY_WITHIN_MS)]);
    if (!ready) return refuse(request, reply, { refused: 'database_unreachable' });
    return reply.type('application/json').send('{"status":"ready"}');
  });
}

const isFromHere = ({ raw }: FastifyRequest): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(raw.socket.remoteAddress ?? '') &&
  raw.headers['x-forwarded-for'] === undefined &&
  raw.headers.forwarded === undefined;

const expired = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, false).unref();
  });
