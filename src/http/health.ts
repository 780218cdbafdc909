import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.ts';

/** Milliseconds the database has to answer before the service calls itself not ready. */
const READY_WITHIN_MS = 3_000;

/** For those who watch the service: no key, and not a word about the data. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health/live', async (_request, reply) => reply.type('application/json').send('{"status":"live"}'));
  app.get('/health/ready', async (request, reply) => {
    const ready = await Promise.race([isReady().catch(() => false), expired(READY_WITHIN_MS)]);
    if (!ready) return refuse(request, reply, { refused: 'database_unreachable' });
    return reply.type('application/json').send('{"status":"ready"}');
  });
}

const expired = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, false).unref();
  });
