import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type InstallationGauges, installationGauges } from './installation-gauges.ts';
import type { InstallationFigures, MetricsRecorder, ProcessFigures } from './metrics.ts';
import { processGauges } from './process-gauges.ts';

export type MetricsOptions = {
  readonly version: string;
  readonly role: string;
  readonly process: () => ProcessFigures;
  /** Never rejects: unknown values are absent. */
  readonly installation: () => Promise<InstallationFigures>;
};

export type PrometheusMetrics = MetricsRecorder & {
  /** All metrics in the Prometheus text format 0.0.4. */
  readonly text: () => Promise<string>;
};

/** Its media type. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * Milliseconds for which the installation's state is cached, and after which a slow check is left
 * out.
 */
const LOOK_HOLDS_MS = 10_000;
const LOOK_WITHIN_MS = 3_000;
/**
 * Upper bounds in seconds. Few per operation, because there are hundreds of operations; finer for
 * the total.
 */
const REQUEST_BUCKETS = [0.01, 0.05, 0.25, 1, 5];
const FINALIZE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.1, 1, 10, 60];
const FINALIZE = 'finalize-billing';
/**
 * Milliseconds between event loop lag samples: often enough to notice, rarely enough to cost
 * nothing.
 */
const LOOP_LOOK_MS = 50;

/**
 * Collects metrics of a process and its installation in Prometheus format. Labels only have our own
 * values (operations, queues, outcomes, status classes), so that their number does not grow with
 * accounts, keys or paths.
 */
export function openMetrics(given: MetricsOptions): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  const ofProcess = processGauges(registry, given);
  const ofInstallation = heldLook(installationGauges(registry), given.installation);
  return {
    ...counted(registry),
    text: async () => {
      ofProcess(given.process());
      await ofInstallation();
      return registry.metrics();
    },
  };
}

/** Counters and histograms of events. */
function counted(registry: Registry): MetricsRecorder {
  const registers = [registry];
  const requests = new Histogram({
    name: 'facturier_request_seconds',
    help: 'Answered requests and their duration, by operation and status class.',
    labelNames: ['operation', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const finalizations = new Histogram({
    name: 'facturier_finalize_seconds',
    help: 'Finalized documents and their duration.',
    buckets: FINALIZE_BUCKETS,
    registers,
  });
  const jobs = new Histogram({
    name: 'facturier_job_seconds',
    help: 'Jobs run by this process and their duration, by queue and success.',
    labelNames: ['lane', 'outcome'] as const,
    buckets: JOB_BUCKETS,
    registers,
  });
  const tries = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['outcome'] as const, registers });
  const deliveries = tries('facturier_webhook_tries_total', 'Attempts to deliver an event, by outcome.');
  const mails = tries('facturier_mail_tries_total', 'Attempts to send a mail, by outcome.');
  const slow = new Counter({
    name: 'facturier_slow_statements_total',
    help: 'Statements that took longer than SLOW_STATEMENT_MS.',
    registers,
  });
  return {
    answered: ({ operation, status, ms }) => {
      requests.observe({ operation, status: classOf(status) }, ms / 1_000);
      if (operation === FINALIZE && status < 300) finalizations.observe(ms / 1_000);
    },
    ran: ({ lane, wentWell, ms }) => jobs.observe({ lane, outcome: wentWell ? 'well' : 'failed' }, ms / 1_000),
    delivered: (outcome) => deliveries.inc({ outcome }),
    mailed: (outcome) => mails.inc({ outcome }),
    slowStatement: () => slow.inc(),
  };
}

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

/**
 * Checks at most once per interval, whatever the number of scrapes; does not wait for a hanging
 * check.
 */
function heldLook(gauges: InstallationGauges, look: MetricsOptions['installation']): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve();
  const once = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, LOOK_WITHIN_MS, undefined);
    });
    gauges(await Promise.race([look(), late]));
    clearTimeout(timer);
  };
  return () => {
    if (performance.now() - lookedAt < LOOK_HOLDS_MS) return looking;
    lookedAt = performance.now();
    looking = once();
    return looking;
  };
}
