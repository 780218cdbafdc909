import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { InstallationFigures, MetricsRecorder, ProcessFigures } from './metrics.ts';

type MetricsOptions = {
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

/** Sets the gauges, or removes them if the values are unknown: a frozen age would look healthy. */
type InstallationGauges = (now: InstallationFigures | undefined) => void;

/** Gauges of the installation. */
function installationGauges(registry: Registry): InstallationGauges {
  const registers = [registry];
  const byLane = (name: string, help: string) => new Gauge({ name, help, labelNames: ['lane'] as const, registers });
  const gauge = (name: string, help: string) => settable(new Gauge({ name, help, registers }));
  const oldest = byLane('facturier_work_oldest_seconds', 'How long the oldest job of a queue has been due.');
  const late = byLane('facturier_work_late_seconds', 'Age of the oldest job that indicates a problem.');
  const due = byLane('facturier_work_due', 'Due jobs of a queue that have not run yet, of all accounts.');
  const labelNames = ['program', 'version'] as const;
  const age = new Gauge({
    name: 'facturier_release_age_seconds',
    help: 'Time since the running version of PostgreSQL or Node was released.',
    ...{ labelNames, registers },
  });
  const behind = new Gauge({
    name: 'facturier_release_rounds_behind',
    help: 'Scheduled security releases of PostgreSQL since then.',
    ...{ labelNames, registers },
  });
  const answers = gauge('facturier_database_answers', 'Whether PostgreSQL answered this process.');
  const backup = gauge('facturier_backup_age_seconds', 'Time since the last backup made from this data folder.');
  const verified = gauge(
    'facturier_verify_age_seconds',
    'Time since the last full verification from this data folder.',
  );
  const findings = gauge('facturier_verify_findings', 'Findings of the last verification.');
  const rates = gauge('facturier_rates_age_seconds', 'Time since the date of the latest reference rates.');
  const certificate = gauge('facturier_certificate_seconds', 'Time until the HTTPS certificate expires.');
  const refused = gauge('facturier_certificate_failures', 'Failed attempts to renew the certificate for DOMAIN.');
  return (now) => {
    for (const each of [oldest, late, due]) each.reset();
    for (const { lane, ...work } of now?.work ?? []) {
      oldest.set({ lane }, work.oldestSeconds);
      late.set({ lane }, work.lateAfterSeconds);
      due.set({ lane }, work.due);
    }
    for (const each of [age, behind]) each.reset();
    for (const { program, version, ageSeconds, roundsBehind } of now?.releases ?? []) {
      age.set({ program, version }, ageSeconds);
      if (roundsBehind !== undefined) behind.set({ program, version }, roundsBehind);
    }
    answers(now?.databaseAnswers ? 1 : 0);
    backup(now?.backupSeconds);
    verified(now?.verifySeconds);
    findings(now?.verifyFindings);
    rates(now?.ratesSeconds);
    certificate(now?.certificateSeconds);
    refused(now?.certificateFailures);
  };
}

const settable =
  (gauge: Gauge) =>
  (value: number | undefined): void =>
    value === undefined ? gauge.remove() : gauge.set(value);

/** Gauges of a process; returns a function that sets them. */
function processGauges(
  registry: Registry,
  { version, role }: { readonly version: string; readonly role: string },
): (now: ProcessFigures) => void {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const byLane = (name: string, help: string) => new Gauge({ name, help, labelNames: ['lane'] as const, registers });
  new Gauge({
    name: 'facturier_build_info',
    help: 'Running versions: always 1.',
    labelNames: ['version', 'role', 'node'] as const,
    registers,
  }).set({ version, role, node: process.versions.node }, 1);
  const open = gauge('facturier_connections_open', 'Connections of this process to PostgreSQL.');
  const idle = gauge('facturier_connections_idle', 'Idle connections.');
  const most = gauge('facturier_connections_most', 'Maximum connections of this process.');
  const waiting = gauge('facturier_connections_waiting', 'Requests and jobs waiting for a connection.');
  const oldest = byLane(
    'facturier_lane_oldest_seconds',
    'How long the oldest entry of a queue in this process has waited.',
  );
  const inLane = byLane(
    'facturier_lane_waiting',
    'Entries waiting in a queue of this process; prints: documents waiting for a PDF.',
  );
  const heads = gauge(
    'facturier_heads_waiting_seconds',
    'How long the oldest signed last entry of an audit trail has waited to be written outside the database.',
  );
  const journal = gauge(
    'facturier_heads_bytes',
    'Bytes of the log of last audit trail entries (audit/heads.jsonl), compacted from 2 MiB on.',
  );
  const inUse = gauge('facturier_replica_in_use', 'Whether the replica of READ_DATABASE_URL is in use.');
  const lag = gauge('facturier_replica_lag_seconds', 'Maximum lag of the replica.');
  const stray = new Counter({
    name: 'facturier_stray_failures_total',
    help: 'Uncaught errors: each is a bug.',
    registers,
  });
  let counted = 0;
  return ({ connections, lanes, strayFailures, headsSeconds, headsBytes, replica }) => {
    open.set(connections.open);
    idle.set(connections.idle);
    most.set(connections.most);
    waiting.set(connections.waiting);
    for (const { lane, ...figures } of lanes) {
      oldest.set({ lane }, figures.oldestSeconds);
      inLane.set({ lane }, figures.waiting);
    }
    heads.set(headsSeconds);
    journal.set(headsBytes);
    if (replica) inUse.set(replica.isInUse ? 1 : 0);
    else inUse.remove();
    // A frozen age would look healthy.
    if (replica?.lagSeconds === undefined) lag.remove();
    else lag.set(replica.lagSeconds);
    stray.inc(strayFailures - counted);
    counted = strayFailures;
  };
}
