import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { nextReset } from '../../domain/people/demonstration.ts';
import { relocatedClusterPath } from '../../runtime/cluster/cluster-location.ts';
import { withFileLock } from '../../runtime/file-lock.ts';
import { StartupError } from '../../startup-error.ts';
import { type Role, serve } from './serve.ts';

/**
 * File in the data folder of a demonstration. It is the lock of the running one, and tells the
 * folder from one with real data, which is never emptied.
 */
const MARK = 'demonstration';
/** Kept when the folder is emptied: browsers that trust its certificate go on to. */
const KEPT: ReadonlySet<string> = new Set([MARK, 'tls']);

/** The launcher starts the service again at this exit code (EX_TEMPFAIL in sysexits.h). */
const RESTART_EXIT_CODE = 75;

/** Milliseconds to wait for another demonstration in the same folder to end: none. */
const LOCK_WAIT_MS = 0;

/** `facturier serve`: the service, or a public demonstration (DEMO). Returns the exit code. */
export async function serveAsConfigured(config: Config, options: { role: Role; json?: boolean }): Promise<number> {
  if (config.demonstration) return serveDemonstration(config, options);
  await refuseDemonstrationFolder(config);
  await serve(config, options);
  return 0;
}

/**
 * Serves a public demonstration (DEMO): empties its data folder, serves until the next reset
 * (Unix seconds), and returns the exit code: that of a restart, or 0 if it was asked to stop.
 * Refuses a folder that has data of another service (`StartupError`).
 */
export async function serveDemonstration(
  config: Config,
  options: { json?: boolean },
  resetsAt = nextReset(Date.now() / 1_000),
): Promise<number> {
  const { dataFolder } = config;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const names = await readdir(dataFolder);
  if (!names.includes(MARK) && names.some((name) => !KEPT.has(name)))
    throw new StartupError([{ setting: 'DEMO', text: hasOtherData(dataFolder) }]);
  return withFileLock(
    join(dataFolder, MARK),
    async () => {
      await emptied(dataFolder);
      const stopped = new AbortController();
      let isNight = false;
      const reset = wait(Math.max(0, resetsAt * 1_000 - Date.now()), undefined, { signal: stopped.signal }).then(
        () => {
          isNight = true;
        },
        () => {},
      );
      await serve(config, { ...options, role: 'all' }, reset);
      stopped.abort();
      return isNight ? RESTART_EXIT_CODE : 0;
    },
    LOCK_WAIT_MS,
  );
}

async function emptied(dataFolder: string): Promise<void> {
  const elsewhere = await relocatedClusterPath(dataFolder);
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  for (const name of await readdir(dataFolder))
    if (!KEPT.has(name)) await rm(join(dataFolder, name), { recursive: true, force: true });
}

/** Refuses the folder of a demonstration for real data: the next demonstration would delete it. */
async function refuseDemonstrationFolder({ dataFolder }: Config): Promise<void> {
  const isMarked = await access(join(dataFolder, MARK)).then(
    () => true,
    () => false,
  );
  if (isMarked) throw new StartupError([{ setting: 'FACTURIER_DATA', text: isForDemonstrations(dataFolder) }]);
}

const hasOtherData = (folder: string) => ({
  fr: `efface tout chaque nuit, et le dossier ${folder} contient d’autres données. Choisissez un dossier vide avec FACTURIER_DATA, ou retirez DEMO.`,
  en: `deletes everything each night, and the folder ${folder} has other data. Choose an empty folder with FACTURIER_DATA, or remove DEMO.`,
});
const isForDemonstrations = (folder: string) => ({
  fr: `le dossier ${folder} est celui d’une démonstration, qui est effacée chaque nuit. Choisissez un autre dossier, ou réglez DEMO=1.`,
  en: `the folder ${folder} belongs to a demonstration, which is deleted each night. Choose another folder, or set DEMO=1.`,
});
