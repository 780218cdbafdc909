import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Copy, copiesToKeep, logKeptSince } from '../domain/backup/daily-copy.ts';
import { backupNamePrefix, backupTimeOf } from './backup-format.ts';
import type { BackupStorage } from './backup-storage.ts';
import { listWal } from './wal-archive.ts';

/** A stored backup. */
export type KeptBackup = Copy & { readonly name: string; readonly bytes: number };

/** Backups of an installation, newest first. */
export async function listBackups(place: BackupStorage, installation: string): Promise<KeptBackup[]> {
  const found = (await place.list(backupNamePrefix(installation))).flatMap(({ name, bytes }): KeptBackup[] => {
    const madeAt = backupTimeOf({ name });
    return madeAt === undefined ? [] : [{ name, bytes, madeAt, day: civilDayHere(madeAt) }];
  });
  return found.toSorted((a, b) => b.madeAt - a.madeAt);
}

/**
 * Deletes backups that no daily, weekly or monthly rule keeps, and WAL older than the rest. Returns
 * their names.
 */
export async function pruneBackups(place: BackupStorage, installation: string): Promise<string[]> {
  const { kept, forgotten } = copiesToKeep(await listBackups(place, installation));
  for (const { name } of forgotten) await place.remove(name);
  const since = logKeptSince(kept)?.madeAt;
  const old = since === undefined ? [] : (await listWal(place, installation)).filter(({ at }) => at < since * 1000);
  for (const { name } of old) await place.remove(name);
  return forgotten.map(({ name }) => name);
}

/** The last time, in Unix seconds, at which the machine's clock showed this time of day. */
export function lastBackupDueAt(now: number, { hour, minute }: { hour: number; minute: number }): number {
  const due = new Date(now * 1000);
  due.setHours(hour, minute, 0, 0);
  if (due.getTime() > now * 1000) due.setDate(due.getDate() - 1);
  return due.getTime() / 1000;
}

/** Result of the last attempt, and time of the last backup, in Unix seconds. */
export type BackupState = { readonly at: number; readonly failed?: string; readonly madeAt?: number };

const STATE = 'backup-state.json';

export async function saveBackupState(dataFolder: string, { at, failed }: Omit<BackupState, 'madeAt'>): Promise<void> {
  const file = join(dataFolder, STATE);
  const madeAt = failed === undefined ? at : (await readBackupState(dataFolder))?.madeAt;
  const state: BackupState = { at, ...(failed !== undefined && { failed }), ...(madeAt !== undefined && { madeAt }) };
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export async function readBackupState(dataFolder: string): Promise<BackupState | undefined> {
  try {
    const state = JSON.parse(await readFile(join(dataFolder, STATE), 'utf8')) as BackupState;
    // Older versions did not record when it was made.
    return state.failed === undefined ? { madeAt: state.at, ...state } : state;
  } catch {
    return undefined;
  }
}

/** A backup that is being made: bytes read so far, and about how many there are. */
export type BackupProgress = {
  readonly startedAt: number;
  readonly at: number;
  readonly done: number;
  readonly about: number;
};

const PROGRESS = 'backup-progress.json';
/** Seconds after which an unfinished backup counts as given up: the process was killed. */
const PROGRESS_SECONDS = 120;

/** Stores the progress of a backup for other processes; undefined when it has ended. */
export async function saveBackupProgress(dataFolder: string, progress: BackupProgress | undefined): Promise<void> {
  const file = join(dataFolder, PROGRESS);
  if (!progress) return rm(file, { force: true });
  await writeFile(`${file}.new`, JSON.stringify(progress), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The backup that is being made, or was asked for just now. `now`: Unix seconds. */
export async function readBackupProgress(dataFolder: string, now: number): Promise<BackupProgress | undefined> {
  try {
    const progress = JSON.parse(await readFile(join(dataFolder, PROGRESS), 'utf8')) as BackupProgress;
    return now - progress.at <= PROGRESS_SECONDS ? progress : undefined;
  } catch {
    return undefined;
  }
}

/** Calendar date in the machine's time zone. */
function civilDayHere(seconds: number): string {
  const at = new Date(seconds * 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
