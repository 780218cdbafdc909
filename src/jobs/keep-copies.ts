import pg from 'pg';
import type { Logger } from 'pino';
import type { BackupPlace } from '../backup/backup-place.ts';
import { forgetCopies, lastDueAt, listCopies, noteCopyState } from '../backup/copies.ts';
import { nameOfCopy } from '../backup/header.ts';
import { type BackupGiven, makeBackup } from '../backup/make-backup.ts';
import { isCopyDue, type TimeOfDay } from '../domain/backup/daily-copy.ts';
import { doorbell } from './doorbell.ts';

/** Milliseconds between two looks whether a copy is due, and after one that failed. */
const LOOK_MS = 60_000;
const AGAIN_MS = 15 * 60_000;
/** Any number, as long as every process takes the same: who holds it makes the copy. */
const ADVISORY_LOCK = 7_306_520_260_003;

export type CopiesGiven = Pick<BackupGiven, 'dataFolder' | 'database' | 'service' | 'passphrase' | 'leaveOut'> & {
  readonly place: BackupPlace;
  readonly installation: string;
  readonly at: TimeOfDay;
  /** Unix seconds. */
  readonly now: () => number;
};

/**
 * Makes a copy each day when its time has come, and at once where there is none, until stopped; of several processes one
 * does. One that fails is told, and tried again a quarter of an hour later. Afterwards copies that are old enough go.
 * `makeNow` asks for one at once: nothing before could make up for a gap.
 */
export function keepCopies(given: CopiesGiven, log: Logger): { makeNow: () => void; stop: () => Promise<void> } {
  const bell = doorbell();
  const ending = new AbortController();
  let stopped = false;
  let urgent = false;
  const work = async (): Promise<void> => {
    while (!stopped) {
      let pause = LOOK_MS;
      try {
        const made = await copyWhenDue({ ...given, signal: ending.signal }, urgent);
        urgent = false;
        if (made) log.info(made, 'a backup was made');
      } catch (error) {
        // A stop is no failure: the next process makes it.
        if (stopped) return;
        pause = AGAIN_MS;
        log.error({ err: error }, 'the backup failed');
        const failed = (error as Error).message;
        await noteCopyState(given.dataFolder, { at: given.now(), failed }).catch(() => {});
      }
      if (!stopped) await bell.rung(pause);
    }
  };
  const working = work();
  return {
    makeNow: () => {
      urgent = true;
      bell.ring();
    },
    stop: async () => {
      stopped = true;
      ending.abort(new Error('the process is ending'));
      bell.ring();
      await working;
    },
  };
}

type Made = { name: string; bytes: number; forgotten: readonly string[] };

async function copyWhenDue(given: CopiesGiven & { signal: AbortSignal }, urgent: boolean): Promise<Made | undefined> {
  const { place, installation, at, now } = given;
  const isDue = async (): Promise<boolean> => {
    const [last] = await listCopies(place, installation);
    return urgent || isCopyDue(last?.madeAt, lastDueAt(now(), at));
  };
  if (!(await isDue())) return undefined;
  return alone(given.database.serving, async () => {
    // Another process may have made it while this one waited for its turn.
    if (!(await isDue())) return undefined;
    const name = nameOfCopy(installation, now());
    const { bytes } = await makeBackup({ ...given, now: now(), name, archive: installation });
    await noteCopyState(given.dataFolder, { at: now() });
    return { name, bytes, forgotten: await forgetCopies(place, installation) };
  });
}

/** Does the work where no other process does it now. */
async function alone<T>(connection: pg.ClientConfig, work: () => Promise<T>): Promise<T | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'facturier copies', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [ADVISORY_LOCK]);
    return rows[0]?.mine ? await work() : undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
