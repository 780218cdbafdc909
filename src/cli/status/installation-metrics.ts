import { X509Certificate } from 'node:crypto';
import { readBackupState } from '../../backup/kept-backups.ts';
import { queueBacklog } from '../../db/job-queue.ts';
import { lastRateDayKept } from '../../db/reference-rates.ts';
import { instantOfRate } from '../../domain/money/reference-rates.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { InstallationFigures, ReleaseFigures, WorkFigures } from '../../metrics/metrics.ts';
import { acmeState } from '../../runtime/certificates/acme-certificate.ts';
import { serverCertificate } from '../../runtime/certificates/server-certificate.ts';
import type { CommandContext } from '../command-context.ts';
import { readVerifyState } from '../verify/state.ts';
import { isQueueDisabled } from './job-backlog-check.ts';
import { runningReleases } from './release-age.ts';

/** Milliseconds the database has to respond; data folder checks do not need it. */
const DATABASE_WITHIN_MS = 2_000;

type Looked = Pick<CommandContext, 'config' | 'pool' | 'services'>;

/**
 * State of the installation, for metrics and `facturier status`. Never rejects: values that the
 * database or the data folder does not provide are absent. `servesHttps`: include the certificate.
 */
export async function installationMetrics(
  service: Looked,
  { servesHttps }: { servesHttps: boolean },
): Promise<InstallationFigures> {
  const { config, services } = service;
  const now = services.now();
  const [asked, copied, verified, certificateSeconds, obtaining] = await Promise.all([
    Promise.race([ofDatabase(service, now).catch(() => undefined), late(DATABASE_WITHIN_MS)]),
    config.backup && readBackupState(config.dataFolder),
    readVerifyState(config.dataFolder),
    servesHttps ? certificateLeft(service).catch(() => undefined) : undefined,
    servesHttps && config.acme ? acmeState(config.dataFolder, config.acme) : undefined,
  ]);
  return {
    databaseAnswers: asked !== undefined,
    work: asked?.work ?? [],
    releases: releaseFigures(asked?.serverVersion, now),
    ...(copied?.madeAt !== undefined && { backupSeconds: now - copied.madeAt }),
    ...(verified && { verifySeconds: now - verified.at, verifyFindings: verified.findings }),
    ...(asked?.ratesSeconds !== undefined && { ratesSeconds: asked.ratesSeconds }),
    ...(certificateSeconds !== undefined && { certificateSeconds }),
    ...(obtaining && { certificateFailures: obtaining.failures }),
  };
}

const late = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });

async function ofDatabase({ config, pool }: Looked, now: number) {
  const [due, lastDay, server] = await Promise.all([
    queueBacklog(pool, now),
    config.ratesUrl === undefined ? undefined : lastRateDayKept(pool),
    pool.query<{ server_version: string }>('show server_version'),
  ]);
  const work = Object.values(lanes)
    .filter(({ name }) => !isQueueDisabled(name, config))
    .map(({ name: lane, lateSeconds }): WorkFigures => {
      const waiting = due.find((one) => one.lane === lane);
      const oldestSeconds = waiting ? Math.max(0, now - waiting.oldestDueAt) : 0;
      return { lane, due: waiting?.jobs ?? 0, oldestSeconds, lateAfterSeconds: lateSeconds };
    });
  const serverVersion = server.rows[0]?.server_version;
  return { work, serverVersion, ratesSeconds: lastDay === undefined ? undefined : now - instantOfRate(lastDay) };
}

const DAY_SECONDS = 86_400;

function releaseFigures(serverVersion: string | undefined, now: number): ReleaseFigures[] {
  return runningReleases(serverVersion, new Date(now * 1000)).flatMap(({ program, age }): ReleaseFigures[] => {
    if (!age) return [];
    const { version, days, roundsBehind } = age;
    const rounds = roundsBehind === undefined ? {} : { roundsBehind };
    return [{ program: program.toLowerCase(), version, ageSeconds: days * DAY_SECONDS, ...rounds }];
  });
}

async function certificateLeft({ config, services }: Looked): Promise<number> {
  const { certificate } = await serverCertificate(config, new Date());
  return Math.floor(new X509Certificate(certificate).validToDate.getTime() / 1000) - services.now();
}
