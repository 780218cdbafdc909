import pg from 'pg';
import { backupName } from '../../backup/backup-format.ts';
import type { BackupStorage } from '../../backup/backup-storage.ts';
import { type BackupRequest, createBackup } from '../../backup/create-backup.ts';
import { lastBackupDueAt, listBackups, pruneBackups, saveBackupState } from '../../backup/kept-backups.ts';
import { scheduleJob } from '../../db/job-queue.ts';
import { isCopyDue, type TimeOfDay } from '../../domain/backup/daily-copy.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Seconds until a copy that failed is made again. */
const AGAIN_SECONDS = 15 * MINUTE;
/** The subject of a copy that is made at once, whenever the last was; the daily one has that of the installation. */
const AT_ONCE = '00000000-0000-0000-0000-000000000002';
/** Any number, as long as every process takes the same: who holds it makes the copy. */
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
 * Makes a copy each day when its time has come, and at once where there is none; of several processes one does. One that fails
 * is told, and tried again a quarter of an hour later. Afterwards copies that are old enough go.
 */
export const makeBackupDaily = (given: BackupJobOptions): Job => ({
  lane: lanes.copy,
  everySeconds: DAY,
  // Where copies go and at what time may be another now.
  isDueAtStart: true,
  run: async ({ subjectId }, { services: { now }, log, signal }) => {
    const isUrgent = subjectId === AT_ONCE;
    try {
      const made = await copyWhenDue({ ...given, signal, now }, isUrgent);
      if (made === 'busy') return { nextAt: now() + MINUTE };
      if (made) log.info(made, 'a backup was made');
      return isUrgent ? {} : { nextAt: Math.max(lastBackupDueAt(now() + DAY, given.at), now() + MINUTE), fresh: true };
    } catch (error) {
      // A stop is no failure: the next process makes it.
      if (signal.aborted) return { nextAt: now() };
      log.error({ err: error }, 'the backup failed');
      const failed = (error as Error).message;
      await saveBackupState(given.dataFolder, { at: now(), failed }).catch(() => {});
      return { nextAt: now() + AGAIN_SECONDS };
    }
  },
});

/** Has a copy made at once: nothing before could make up for a gap in the log. */
export const queueBackup = ({ pool, now }: Pick<AppServices, 'pool' | 'now'>): Promise<void> =>
  scheduleJob(pool, lanes.copy.name, { subjectId: AT_ONCE, now: now(), latest: now() });

type Moment = { signal: AbortSignal; now: () => number };
type Made = { name: string; bytes: number; forgotten: readonly string[] };

/** Nothing where none is due; `busy` where another process is at it. */
async function copyWhenDue(given: BackupJobOptions & Moment, isUrgent: boolean): Promise<Made | 'busy' | undefined> {
  const { place, installation, at, now } = given;
  const isDue = async (): Promise<boolean> => {
    const [last] = await listBackups(place, installation);
    return isUrgent || isCopyDue(last?.madeAt, lastBackupDueAt(now(), at));
  };
  if (!(await isDue())) return undefined;
  return alone(given.database.serving, async () => {
    // Another process may have made it while this one waited for its turn.
    if (!(await isDue())) return undefined;
    const name = backupName(installation, now());
    const { bytes } = await createBackup({ ...given, now: now(), name, archive: installation });
    await saveBackupState(given.dataFolder, { at: now() });
    return { name, bytes, forgotten: await pruneBackups(place, installation) };
  });
}

/** Does the work where no other process does it now. */
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
