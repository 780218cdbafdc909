import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';

/** Longest wait for a lock: long enough for initialization and crash recovery. */
const LOCK_WAIT_MS = 120_000;
const LOCK_POLL_MS = 15;

/**
 * Runs `work` under an exclusive lock on a file and returns its result. Refuses after `waitMs`, by
 * default two minutes.
 * Uses SQLite's file lock, which the operating system releases when the process dies, on every
 * platform. A file with a process id or a heartbeat would outlive a kill or delay the next start.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, waitMs = LOCK_WAIT_MS): Promise<T> {
  // Private: anyone who can open the file can hold the lock.
  closeSync(openSync(path, 'a', 0o600));
  const lock = await acquire(path, waitMs);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function acquire(path: string, waitMs: number): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: 0 });
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (isTaken(database)) return database;
    if (performance.now() > deadline) {
      database.close();
      throw new StartupError([{ text: heldTooLong(path) }]);
    }
    await wait(LOCK_POLL_MS);
  }
}

function isTaken(database: DatabaseSync): boolean {
  try {
    // Nothing is written; an in-memory journal avoids a file beside the lock.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

const SQLITE_BUSY = 5;

const heldTooLong = (path: string) => ({
  fr: `un autre processus Facturier démarre ou s’arrête depuis plus de deux minutes (verrou ${path}). Attendez qu’il finisse ou arrêtez-le, puis recommencez.`,
  en: `another Facturier process has been starting or stopping for more than two minutes (lock ${path}). Wait for it or stop it, then try again.`,
});
