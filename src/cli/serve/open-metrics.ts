import type { MetricsServed } from '../../http/monitoring/metrics-route.ts';
import { strayFailures } from '../../http/server/uncaught-errors.ts';
import type { LaneFigures, ProcessFigures } from '../../metrics/metrics.ts';
import type { OpenWatch } from '../../metrics/prometheus-metrics.ts';
import { lanesOf } from '../../pipeline/concurrency-limiters.ts';
import type { Workplace } from '../command-context.ts';
import { serviceVersion } from '../service-version.ts';
import { installationLook } from '../status/installation-metrics.ts';

/** Who watches a process, and what that is served as. */
export type Watching = { readonly watch: OpenWatch; readonly served: MetricsServed };

/** Watches this process where METRICS_PORT or METRICS_TOKEN say so; what that takes is loaded only there. */
export async function watching(service: Workplace, role: string): Promise<Watching | undefined> {
  const { metrics } = service.config;
  if (!metrics) return undefined;
  const { METRICS_TYPE, openWatch } = await import('../../metrics/prometheus-metrics.ts');
  const watch = openWatch({
    version: serviceVersion(),
    role,
    process: () => processFigures(service),
    installation: () => installationLook(service, { servesHttps: role !== 'worker' }),
  });
  return { watch, served: { type: METRICS_TYPE, text: watch.text, token: metrics.token } };
}

function processFigures({ pool, printer, seal, world: { replica } }: Workplace): ProcessFigures {
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool;
  return {
    connections: { open, idle, waiting, most: pool.options.max },
    lanes: [...Object.values(lanesOf(pool)), printer.queue].map(
      (lane): LaneFigures => ({
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
