import type { FastifyInstance } from 'fastify';
import type { MetricsRecorder } from '../../metrics/metrics.ts';
import { operationOf } from '../logging/key-request-log.ts';

/** Label for everything that is not an operation: pages, files, unknown addresses. */
const OTHER = 'other';

/** Records metrics for every answered request, by operation. */
export function recordRequestMetrics(app: FastifyInstance, watch: Pick<MetricsRecorder, 'answered'> | undefined): void {
  if (!watch) return;
  app.addHook('onResponse', (request, reply, done) => {
    watch.answered({ operation: operationOf(request) ?? OTHER, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}
