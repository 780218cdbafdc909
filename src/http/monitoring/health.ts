import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
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

/** Milliseconds for which a readiness result is cached. */
const HOLDS_MS = 3_000;

/**
 * Whether the service can work, including writes. `probes` reject if not; they run in sequence, at
 * most once in three seconds regardless of the number of callers. The reason is logged once per
 * change; callers only learn ready or not.
 */
export function readiness(
  probes: readonly (() => Promise<unknown>)[],
  log: Pick<Logger, 'error' | 'info'>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | undefined;
  let trouble: string | undefined;
  const look = async (): Promise<boolean> => {
    try {
      for (const probe of probes) await probe();
      if (trouble !== undefined) log.info('ready again');
      trouble = undefined;
      return true;
    } catch (error) {
      // The same problem may name a different file each time.
      const { code, message } = error as { code?: string; message: string };
      if ((code ?? message) !== trouble) log.error({ err: error }, 'not ready: a write would fail');
      trouble = code ?? message;
      return false;
    }
  };
  return () => {
    if (!last || now() - last.at >= HOLDS_MS) last = { at: now(), answer: look() };
    return last.answer;
  };
}
