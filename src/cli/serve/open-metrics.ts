import type { MetricsEndpoint } from '../../http/monitoring/metrics-endpoint.ts';
import { strayFailures } from '../../http/server/uncaught-errors.ts';
import type { ProcessFigures, QueueFigures } from '../../metrics/metrics.ts';
import type { PrometheusMetrics } from '../../metrics/prometheus-metrics.ts';
import { limitersOf } from '../../pipeline/concurrency-limiters.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import type { CommandContext } from '../command-context.ts';
import { installationMetrics } from '../status/installation-metrics.ts';

/** Metrics of a process and their text format. */
export type ProcessMetrics = { readonly watch: PrometheusMetrics; readonly served: MetricsEndpoint };

/** Collects metrics if METRICS_PORT or METRICS_TOKEN is set; loads the code only then. */
export async function watching(service: CommandContext, role: string): Promise<ProcessMetrics | undefined> {
  const { metrics } = service.config;
  if (!metrics) return undefined;
  const { METRICS_TYPE, openMetrics } = await import('../../metrics/prometheus-metrics.ts');
  const watch = openMetrics({
    version: serviceVersion(),
    role,
    process: () => processFigures(service),
    installation: () => installationMetrics(service, { servesHttps: role !== 'worker' }),
  });
  return { watch, served: { type: METRICS_TYPE, text: watch.text, token: metrics.token } };
}

function processFigures({ pool, printer, seal, services: { replica } }: CommandContext): ProcessFigures {
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool;
  return {
    connections: { open, idle, waiting, most: pool.options.max },
    lanes: [...Object.values(limitersOf(pool)), printer.queue].map(
      (lane): QueueFigures => ({
        lane: lane.name,
        waiting: lane.waiting(),
        oldestSeconds: lane.oldestMs() / 1_000,
      }),
    ),
    strayFailures: strayFailures(),
    headsSeconds: seal.headsWaitingMs() / 1_000,
    headsBytes: seal.headsBytes(),
    ...(replica && { replica: { isInUse: replica.inUse(), lagSeconds: replica.lagSeconds() } }),
  };
}
