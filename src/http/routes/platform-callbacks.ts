import type { FastifyInstance, FastifyRequest } from 'fastify';
import { processLimits } from '../../limits/process-limits.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { callTargetOf, handlePlatformCall } from '../../services/einvoicing/platform-callbacks.ts';
import { shareOf, tokenBuckets } from '../limits/token-buckets.ts';

/** Maximum bytes of a call: the description of one flow. */
const CALL_BYTES_MAX = 65_536;

const LIMITS = processLimits.platformCalls;
const STATUS = { unknown: 404, forged: 401, taken: 204 } as const;

type Asked = { Params: { target: string } };

/**
 * Receives the webhooks of approved platforms (XP Z12-013), which only cause a read of what
 * changed. Addresses that this service did not create cost no query.
 */
export function servePlatformCallbacks(app: FastifyInstance, services: AppServices, webProcesses: number): void {
  const { perConnectionMax: burst, refillSeconds, rememberedMax: namesMax } = LIMITS;
  const buckets = tokenBuckets({ ...shareOf({ burst, refillSeconds }, webProcesses), namesMax });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: CALL_BYTES_MAX }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.post<Asked>('/v2/platform-events/:target', async (request, reply) => {
      const target = callTargetOf(services.environment, request.params.target);
      if (!target) return reply.code(404).send();
      const wait = buckets.wait(target.connectionId, performance.now());
      if (wait > 0) return reply.code(429).header('retry-after', String(wait)).send();
      buckets.take(target.connectionId, performance.now());
      const call = {
        body: bytesOf(request),
        signature: headerOf(request, 'afnor-signature'),
        timestamp: headerOf(request, 'afnor-signature-timestamp'),
      };
      return reply.code(STATUS[await handlePlatformCall(services, target, call)]).send();
    });
  });
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
const headerOf = ({ headers }: FastifyRequest, name: string): string => String(headers[name] ?? '');
