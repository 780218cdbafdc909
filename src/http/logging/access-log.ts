import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { operationOf } from './key-request-log.ts';

/**
 * Logs one line per answered request: request id, trace, operation, account, key and result. At
 * `debug`, or `info` if REQUEST_LOG is set. Never logs the path, because links contain secrets.
 */
export function logAccess(app: FastifyInstance, log: Logger, { isInfo }: { isInfo: boolean }): void {
  const level = isInfo ? 'info' : 'debug';
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
