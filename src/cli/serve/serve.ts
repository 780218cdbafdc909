import { setTimeout as wait } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import type { Config } from '../../config.ts';
import { checkWritable } from '../../db/connections/write-probe.ts';
import { isKnownKey } from '../../http/auth/api-key-cache.ts';
import { findCaller } from '../../http/auth/find-caller.ts';
import { rateLimit } from '../../http/limits/key-rate-limit.ts';
import { securityLog } from '../../http/logging/security-log.ts';
import { slowStatementLog } from '../../http/logging/slow-statement-log.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { surviveUncaughtErrors } from '../../http/server/uncaught-errors.ts';
import { builtWeb } from '../../http/web-app/built-files.ts';
import { createPlatformClient } from '../../jobs/einvoicing/platform-client.ts';
import { createProviderClient } from '../../jobs/payments/provider-client.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { closeLimiters } from '../../pipeline/concurrency-limiters.ts';
import { scheduleTasksWhenReachable } from '../../queue/scheduled-task.ts';
import { startQueueWorker } from '../../queue/worker.ts';
import {
  type AcmeSettings,
  challengeAnswer,
  renewAcmeCertificate,
} from '../../runtime/certificates/acme-certificate.ts';
import { type ServerCertificate, serverCertificate } from '../../runtime/certificates/server-certificate.ts';
import { checkFolderWritable } from '../../runtime/check-folder-writable.ts';
import { withFileLock } from '../../runtime/file-lock.ts';
import { letGo, portRefusal, type ReservedPorts, reservePorts } from '../../runtime/network/ports.ts';
import { prepareBackupFolder } from '../../runtime/privileges/change-owner.ts';
import { startedByRoot } from '../../runtime/privileges/system-user.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import { trialPlatformCalls } from '../../services/einvoicing/trial-platform/trial-platform-of-account.ts';
import type { SecurityLog } from '../../services/security-event.ts';
import { type CommandContext, openCommandContext } from '../command-context.ts';
import { recordDatabase } from '../database/require-same-database.ts';
import { exitOnUncaughtError } from '../errors/unexpected-error.ts';
import { watchKeys } from '../keys/watch-keys.ts';
import { warnAboutOldReleases } from '../status/release-age.ts';
import { withProgressMessage } from '../terminal/output.ts';
import { type ProcessMetrics, watching } from './open-metrics.ts';
import { outsideFolder, printProcessRights } from './process-rights.ts';
import { openReadReplica } from './read-replica.ts';
import { welcome } from './ready-message.ts';
import { type Copying, openScheduledBackups } from './scheduled-backups.ts';
import { stopSignal } from './stop-signal.ts';

// Most of the code is loaded once the database is open: a start that is refused ends early, and a
// worker does not load the server.
const serverCode = () =>
  Promise.all([
    import('../../api/index.ts'),
    import('../../http/server/server.ts'),
    import('../../http/monitoring/health.ts'),
  ]);
const accountCode = () => Promise.all([import('./first-account.ts'), import('./first-owner-link.ts')]);
const jobsCode = () => import('../../jobs/index.ts');

export type Role = 'all' | 'web' | 'worker';

/** Milliseconds between two checks whether the certificate must be renewed. */
const RENEWAL_CHECK_MS = 12 * 3600_000;
/** With DOMAIN: another process may have a new certificate, or a failed attempt is due again. */
const ACME_CHECK_MS = 60_000;

/**
 * `facturier serve`: serves until it is asked to stop, or until a promise resolves, and shuts down
 * cleanly.
 */
export async function serve(
  config: Config,
  options: { role: Role; json?: boolean },
  until?: Promise<unknown>,
): Promise<void> {
  const log = logger(config);
  const asked = stopSignal();
  const stray = surviveErrors(log);
  // First of all, so that a port in use stops the start early; and before root privileges are
  // dropped, because only root may open ports below 1024 or read a key that belongs to root.
  const held = await reservePorts(config, { answers: options.role !== 'worker' });
  const closing: Step[] = [async () => letGo(held)];
  const stopping: Step[] = [];
  const draining: Step[] = [];
  let watched: ProcessMetrics | undefined;
  try {
    const ownCertificate = config.tls && (await serverCertificate(config, new Date()));
    const { backup } = config;
    if (backup && 'folder' in backup) await prepareBackupFolder(backup.folder, config.dataFolder).catch(() => {});
    if (startedByRoot()) await loadAsRoot(options.role);
    const service = await openCommandContext(config, {
      name: 'facturier serve',
      securityLog: notedBy(log),
      onTrouble: (error) => log.error({ err: error }, 'audit/heads.jsonl could not be written or compacted'),
      slowStatements: slowStatements(config, log, () => watched?.watch.slowStatement()),
    });
    closing.push(() => service.close());
    const asking = createProviderClient(service.services.environment.webhooks);
    closing.push(() => asking.close());
    service.services.environment.callProvider = asking.ask;
    const platforms = createPlatformClient(service.services.environment.webhooks);
    closing.push(() => platforms.close());
    service.services.environment.callPlatform = platforms.call;
    service.services.environment.callTrialPlatform = trialPlatformCalls(service.services);
    await tellHowItBegins(service, log);
    const reading = await openReadReplica(service, { readsNothing: options.role === 'worker', log });
    closing.push(() => reading.close());
    watched = await watching(service, options.role);
    const metrics = watched && (await openMetricsPort(config, held, watched));
    if (metrics) stopping.push(() => metrics.stop());
    if (options.role !== 'worker') {
      const making = { fr: 'Préparation du certificat', en: 'Preparing the certificate' };
      const certificate =
        ownCertificate ?? (await withProgressMessage(making, () => serverCertificate(service.config, new Date())));
      const server = await listen(service, { certificate, held, log, watched });
      draining.push(() => server.drain(config.drainSeconds * 1_000));
      stopping.push(() => server.stop());
      stopping.push(renewal({ service, server, served: certificate.certificate, log }));
      // The process answers requests from here on, although its background work has not started.
      stray.serving();
      await greet(service, options, certificate);
      if (service.unreachableNodes.length === 0) await recordDatabase(config, service.owner);
    } else await welcome(options, undefined);
    if (options.role !== 'web') {
      const copying = await openScheduledBackups(service, log);
      const working = await beginWork(service, log, { copying, watched });
      stopping.push(() => working.stop());
      const archiving = copying?.archiveLog();
      if (archiving) closing.push(() => archiving.stop());
    }
    const watches = [service.installation.watch(log), watchKeys(service, log)];
    stopping.push(async () => watches.forEach((end) => end()));
    stray.serving();
    // From now on the launcher restarts this process if it dies.
    process.send?.('serving', undefined, undefined, () => {});
    await Promise.race([asked, until ?? asked]);
    await Promise.all(draining.map((drain) => drain()));
  } finally {
    await ended(stopping, closing.reverse(), log);
  }
}

/**
 * Loads what a start by root runs after it has dropped root privileges: Node's compile cache
 * belongs to root, and cannot be read or written afterwards. Each start would compile 800 files
 * again.
 */
async function loadAsRoot(role: Role): Promise<void> {
  if (role !== 'web') await jobsCode();
  if (role !== 'worker') await Promise.all([serverCode(), accountCode()]);
}

/** Once it serves, the service survives uncaught errors, which would end a command. */
function surviveErrors(log: Logger): { serving: () => void } {
  process.off('uncaughtException', exitOnUncaughtError);
  return surviveUncaughtErrors(log, exitOnUncaughtError);
}

const isLoopback = (host: string): boolean => host === '::1' || host === 'localhost' || host.startsWith('127.');

async function tellHowItBegins(service: CommandContext, log: Logger): Promise<void> {
  printProcessRights(service);
  if (log.isLevelEnabled('warn')) await warnAboutOldReleases(service);
  const { unreachableNodes: nodes } = service;
  if (nodes.length > 0) log.warn({ nodes }, 'database nodes are unreachable: accounts on the others are served');
}

/** Creates the first account if there is none, and prints how to reach the service. */
async function greet(
  service: CommandContext,
  options: { json?: boolean },
  certificate: ServerCertificate,
): Promise<void> {
  const [{ createFirstAccount, writeFirstKeys }, { firstOwnerLink }] = await accountCode();
  const { publicUrl } = service.services.environment;
  const databaseFolder = outsideFolder(service);
  const ready = { publicUrl, certificate, databaseFolder, isOnlyHere: isLoopback(service.config.host) };
  const nothing = { keys: undefined, keysFile: undefined, link: undefined };
  // Visitors of a demonstration get accounts of their own.
  if (service.config.demonstration) return void (await welcome(options, { ...ready, ...nothing }));
  // Last, and not in workers: create keys only when they can be shown at once.
  await createFirstAccount(service, async (keys) => {
    const link = await firstOwnerLink(service);
    const keysFile = keys && (await writeFirstKeys(service.config.dataFolder, keys));
    return welcome(options, { ...ready, keys, keysFile, link });
  });
}

/** Starts the background work. */
async function beginWork(
  { config, owner, services, database, installation }: CommandContext,
  log: Logger,
  { copying, watched }: { copying: Copying | undefined; watched: ProcessMetrics | undefined },
) {
  const { dataFolder, tsaUrl: url } = config;
  const { createJobs } = await jobsCode();
  const jobs = await createJobs({
    environment: services.environment,
    software: serviceVersion(),
    mail: { server: installation.mailServer, owner, dataFolder },
    stamping: url === undefined ? undefined : { url, dataFolder, owner, lock: withFileLock, now: services.now },
    copies: copying?.copies,
  });
  const planning = await scheduleTasksWhenReachable(services, jobs, log);
  const working = startQueueWorker(services, log, { connection: database.serving, jobs, watch: watched?.watch });
  return {
    stop: async () => {
      planning.stop();
      await working.stop();
    },
  };
}

/** Opens the metrics port, if METRICS_PORT is set. */
async function openMetricsPort({ metrics }: Config, { METRICS_PORT }: ReservedPorts, { served }: ProcessMetrics) {
  if (metrics?.port === undefined) return undefined;
  const { startMetricsPort } = await import('../../http/monitoring/metrics-endpoint.ts');
  return startMetricsPort(METRICS_PORT ?? { host: metrics.host, port: metrics.port }, served);
}

function slowStatements({ slowStatementMs: slowMs }: Config, log: Logger, noticed: () => void) {
  return slowMs === 0 ? undefined : slowStatementLog(log, { slowMs, noticed });
}

type Step = () => Promise<unknown>;

/** Extra milliseconds that background work has to stop, beyond those of requests. */
const WORKERS_MS = 2_000;

/**
 * Stops everything at once, then closes the services. The process ends even if something hangs:
 * PostgreSQL rolls back what was not committed.
 */
async function ended(stopping: readonly Step[], closing: readonly Step[], log: Logger): Promise<void> {
  const { allMs, answersMs } = processLimits.stopping;
  const hanging = setTimeout(() => {
    log.error({ afterMs: allMs }, 'shutdown timed out: the process exits anyway');
    process.exit(1);
  }, allMs);
  const stopped = Promise.allSettled(stopping.map((stop) => stop()));
  await Promise.race([stopped, wait(answersMs + WORKERS_MS, undefined, { ref: false })]);
  for (const close of closing) await close();
  clearTimeout(hanging);
}

/** Operations the service itself runs at its start are not operator commands. */
function notedBy(log: Logger): SecurityLog {
  const note = securityLog(log);
  return (about) => {
    if (about.event !== 'command_run') note(about);
  };
}

/** Keys never reach the log: no header is logged, and values that contain keys are redacted. */
function logger({ logLevel }: Config): Logger {
  const redact = ['authorization', '*.authorization', 'headers.authorization', 'req.headers.authorization', 'key'];
  const given = { level: logLevel, redact: { paths: redact, censor: '***' } };
  return pino(given, pino.destination({ fd: 2, sync: true }));
}

async function listen(
  service: CommandContext,
  given: { certificate: ServerCertificate; held: ReservedPorts; log: Logger; watched: ProcessMetrics | undefined },
): Promise<HttpServer> {
  const { certificate, held, log, watched } = given;
  const { config, pool, services } = service;
  const [{ operations }, { startServer }, { readiness }] = await serverCode();
  // Migrations have run, or startup would have failed; later migrations by a newer process keep
  // older ones working.
  const isReady = readiness([() => checkWritable(pool), () => checkFolderWritable(config.dataFolder)], log);
  try {
    const server = await startServer({
      operations,
      services,
      access: {
        findCaller: (bearer) => findCaller(pool, bearer, services.now()),
        isKnownKey: (bearer) => isKnownKey(pool, bearer),
        rateLimit: rateLimit(config.rateLimit / config.webProcesses),
      },
      log,
      isReady,
      watch: watched?.watch,
      metrics: watched?.served,
      logsApiRequests: config.logsApiRequests,
      hstsSubdomains: config.hstsSubdomains,
      web: builtWeb(),
      tls: { key: certificate.key, cert: certificate.certificate },
      host: config.host,
      port: config.port,
      httpPort: config.httpPort === 0 ? undefined : config.httpPort,
      held,
      trustedProxies: config.trustedProxies,
      challengeAnswer: config.acme && ((path) => challengeAnswer(config.dataFolder, path)),
      connectionsPerAddress: config.connectionsPerAddress,
      webProcesses: config.webProcesses,
      refuseWaiting: () => {
        closeLimiters(pool);
        if (services.replica) closeLimiters(services.replica.pool);
        service.printer.refuseWaiting();
      },
    });
    // With PORT=0 the system has just chosen the port.
    services.environment.publicUrl = services.environment.publicUrl.replace(/:0$/, `:${server.port}`);
    return server;
  } catch (error) {
    const { port } = error as { port?: number };
    const setting = port !== undefined && port === config.httpPort ? 'HTTP_PORT' : 'PORT';
    throw portRefusal(error as NodeJS.ErrnoException, { port: port ?? config.port, host: config.host, setting });
  }
}

/**
 * Renews the certificate when it is time to, and serves with a new one without a restart. After a
 * failure the old one stays. Returns the step that ends it.
 */
function renewal(given: { service: CommandContext; server: HttpServer; served: string; log: Logger }): Step {
  const { service, server, log } = given;
  const { config, installation } = service;
  let { served } = given;
  const renew = async (): Promise<void> => {
    const { publicUrl } = service.services.environment;
    try {
      if (config.acme) await obtain(config.dataFolder, config.acme, log);
      const { key, certificate } = await serverCertificate({ ...config, publicUrl }, new Date());
      if (certificate === served) return;
      server.renew({ key, cert: certificate });
      served = certificate;
    } catch (error) {
      log.error({ err: error }, 'the certificate could not be renewed');
    }
  };
  const renewing = setInterval(renew, config.acme ? ACME_CHECK_MS : RENEWAL_CHECK_MS).unref();
  if (config.acme) void renew();
  // The local authority's certificate names the host of the public address.
  if (!config.acme && !config.tls) installation.onChange(() => void renew());
  return async () => clearInterval(renewing);
}

async function obtain(dataFolder: string, settings: AcmeSettings, log: Logger): Promise<void> {
  const { domain } = settings;
  const done = await renewAcmeCertificate(dataFolder, settings);
  if (done.did === 'renewed') log.info({ domain }, 'the certificate has been obtained');
  if (done.did !== 'failed') return;
  const nextAttempt = new Date(done.nextAttemptAt * 1_000).toISOString();
  log.error({ err: done.error, domain, nextAttempt }, 'the certificate could not be obtained');
}
