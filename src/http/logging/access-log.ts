import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { operationOf } from './key-request-log.ts';

/**
 * One line for each request that was answered: by which id its answer names it, in which trace, what was asked, by whose
 * account and key, and what came of it. At `debug`, or at `info` where REQUEST_LOG says so. Never a path, which holds secrets of links.
 */
export function logAccess(app: FastifyInstance, log: Logger, { told }: { told: boolean }): void {
  const level = told ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  app.addHook('onResponse', async (request, reply) => {
    const { caller, current, routeOptions } = request;
    log[level](
      {
        ...{ requestId: request.id, ...current?.trace },
        ...{ method: request.method, route: routeOptions.url, operation: operationOf(request) },
        ...{ status: reply.statusCode, code: request.problemCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
        ...{ account: caller?.accountId, actor: caller?.actor },
      },
      'answered',
    );
  });
}
