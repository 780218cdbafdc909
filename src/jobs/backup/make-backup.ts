import pg from 'pg';
import { backupName } from '../../backup/backup-format.ts';
import type { BackupStorage } from '../../backup/backup-storage.ts';
import { type BackupRequest, createBackup } from '../../backup/create-backup.ts';
import {
  lastBackupDueAt,
  listBackups,
  pruneBackups,
  saveBackupProgress,
  saveBackupState,
} from '../../backup/kept-backups.ts';
import { scheduleJob } from '../../db/job-queue.ts';
import { isCopyDue, type TimeOfDay } from '../../domain/backup/daily-copy.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Seconds before a failed backup is retried. */
const AGAIN_SECONDS = 15 * MINUTE;
/** Subject id of an immediate backup; the daily one has the installation's. */
const AT_ONCE = '00000000-0000-0000-0000-000000000002';
/** Arbitrary, but the same in every process: the holder makes the backup. */
const ADVISORY_LOCK = 7_306_520_260_003;

export type BackupJobOptions = Pick<
  BackupRequest,
  'dataFolder' | 'database' | 'service' | 'passphrase' | 'leaveOut'
> & {
  readonly place: BackupStorage;
  readonly installation: string;
  readonly at: TimeOfDay;
};

/**
 * Makes a daily backup at its set time, or at once if there is none; in one process at a time. A
 * failure is logged and retried after a quarter of an hour. Then deletes expired backups. Without a
 * place (`current`) it waits for one: an operator who sets it queues the task.
 */
export const makeBackupDaily = (current: () => BackupJobOptions | undefined): Job => ({
  lane: lanes.copy,
  everySeconds: DAY,
  // Storage and time may have been reconfigured.
  isDueAtStart: true,
  run: async ({ subjectId }, { services: { now }, log, signal }) => {
    const isUrgent = subjectId === AT_ONCE;
    const given = current();
    if (!given) return isUrgent ? {} : { nextAt: now() + DAY, fresh: true };
    try {
      const made = await copyWhenDue({ ...given, signal, now }, isUrgent);
      if (made === 'busy') return { nextAt: now() + MINUTE };
      if (made) log.info(made, 'a backup was made');
      return isUrgent ? {} : { nextAt: Math.max(lastBackupDueAt(now() + DAY, given.at), now() + MINUTE), fresh: true };
    } catch (error) {
      // A shutdown is not a failure: the next process makes the backup.
      if (signal.aborted) return { nextAt: now() };
      log.error({ err: error }, 'the backup failed');
      const failed = (error as Error).message;
      await saveBackupState(given.dataFolder, { at: now(), failed }).catch(() => {});
      return { nextAt: now() + AGAIN_SECONDS };
    }
  },
});

/** Queues an immediate backup: only a new one closes a gap in the WAL. */
export const queueBackup = ({ pool, now }: Pick<AppServices, 'pool' | 'now'>): Promise<void> =>
  scheduleJob(pool, lanes.copy.name, { subjectId: AT_ONCE, now: now(), latest: now() });

/** Runs the daily task now: it makes a backup if one is due at the place and time now set. */
export const queueDailyBackup = ({ pool, now }: Pick<AppServices, 'pool' | 'now'>): Promise<void> =>
  scheduleJob(pool, lanes.copy.name, { now: now(), latest: now() });

type Moment = { signal: AbortSignal; now: () => number };
type Made = { name: string; bytes: number; forgotten: readonly string[] };

/** Undefined if no backup is due; `busy` if another process is making one. */
async function copyWhenDue(given: BackupJobOptions & Moment, isUrgent: boolean): Promise<Made | 'busy' | undefined> {
  const { place, installation, at, now } = given;
  const isDue = async (): Promise<boolean> => {
    const [last] = await listBackups(place, installation);
    return isUrgent || isCopyDue(last?.madeAt, lastBackupDueAt(now(), at));
  };
  if (!(await isDue())) return undefined;
  return alone(given.database.serving, async () => {
    // Another process may have made it while this one waited.
    if (!(await isDue())) return undefined;
    const name = backupName(installation, now());
    const progress = progressFile(given);
    const { bytes } = await createBackup({
      ...{ ...given, now: now(), name, archive: installation },
      onProgress: progress.note,
    }).finally(progress.end);
    await saveBackupState(given.dataFolder, { at: now() });
    return { name, bytes, forgotten: await pruneBackups(place, installation) };
  });
}

/** Milliseconds between two notes of the progress of a backup. */
const NOTED_EVERY_MS = 500;

/** Notes the progress of a backup in the data folder, where other processes read it. */
function progressFile({ dataFolder, now }: Pick<BackupJobOptions, 'dataFolder'> & Moment) {
  const startedAt = now();
  let notedAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = saveBackupProgress(dataFolder, { startedAt, at: startedAt, done: 0, about: 0 }).catch(
    () => {},
  );
  return {
    note: (done: number, about: number): void => {
      if (performance.now() - notedAt < NOTED_EVERY_MS) return;
      notedAt = performance.now();
      writing = writing
        .then(() => saveBackupProgress(dataFolder, { startedAt, at: now(), done, about }))
        .catch(() => {});
    },
    end: async (): Promise<void> => {
      await writing;
      await saveBackupProgress(dataFolder, undefined).catch(() => {});
    },
  };
}

/** Runs the work unless another process is running it. */
async function alone<T>(connection: pg.ClientConfig, work: () => Promise<T>): Promise<T | 'busy'> {
  const client = new pg.Client({ ...connection, application_name: 'facturier copies', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [ADVISORY_LOCK]);
    return rows[0]?.mine ? await work() : 'busy';
  } finally {
    await client.end().catch(() => {});
  }
}
