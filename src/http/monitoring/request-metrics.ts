import type { FastifyInstance } from 'fastify';
import type { MetricsRecorder } from '../../metrics/metrics.ts';
import { operationOf } from '../logging/key-request-log.ts';

/** What no operation is: pages, their files, and addresses that are not there. */
const OTHER = 'other';

/** Tells who watches of every request that was answered, by the name of what was asked. */
export function recordRequestMetrics(app: FastifyInstance, watch: Pick<MetricsRecorder, 'answered'> | undefined): void {
  if (!watch) return;
  app.addHook('onResponse', (request, reply, done) => {
    watch.answered({ operation: operationOf(request) ?? OTHER, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}
