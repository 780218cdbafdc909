import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BackupRefused } from './backup-refused.ts';

/** A file of the data folder by its path in it, with slashes. */
export type SmallFile = { readonly path: string; readonly bytes: Buffer };

/** Bytes of all small files together: they are held in memory. */
const SMALL_FILES_BYTES_MAX = 64 * 1024 ** 2;
/** The cluster is copied by PostgreSQL; locks, half-written files and what is made anew at each start are nobody's. */
const LEFT_OUT =
  /^(postgres|postgres-folder|installation|backup-state\.json)(\/|$)|(^|[/.])lock$|\.(new|part)$|\.unfinished-|\.(log|sock|pid)$|(^|\/)\.DS_Store$/;
/** What anybody may read: it proves, and opens nothing. */
const OPEN = /^(audit\/|keys\/public\/|database\.json$)/;

/** The signed heads: to be read before the cluster is copied, so that none is newer than the copy. */
export const readHeads = async (dataFolder: string): Promise<SmallFile[]> =>
  (await filesIn(dataFolder, dataFolder)).filter(({ path }) => path.startsWith('audit/'));

/**
 * The rest of the data folder: to be read after the cluster, so that every key the copy needs is there. What is not known
 * to be harmless is secret.
 */
export async function readKeys(
  dataFolder: string,
  leaveOut?: string,
): Promise<{ open: SmallFile[]; secret: SmallFile[] }> {
  const files = (await filesIn(dataFolder, dataFolder, leaveOut)).filter(({ path }) => !path.startsWith('audit/'));
  const { open = [], secret = [] } = Object.groupBy(files, ({ path }) => (OPEN.test(path) ? 'open' : 'secret'));
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > SMALL_FILES_BYTES_MAX) throw new BackupRefused('folder_crowded', tooMuch(dataFolder));
  return { open, secret };
}

async function filesIn(dataFolder: string, folder: string, leaveOut?: string): Promise<SmallFile[]> {
  const found: SmallFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    const path = relative(dataFolder, file).replaceAll(sep, '/');
    if (LEFT_OUT.test(path) || file === leaveOut) continue;
    if (entry.isDirectory()) found.push(...(await filesIn(dataFolder, file, leaveOut)));
    // Replaced in this moment by another process: then there is a newer one of the same name, or none.
    else if (entry.isFile()) {
      const bytes = await readFile(file).catch(() => undefined);
      if (bytes) found.push({ path, bytes });
    }
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const tooMuch = (folder: string) => ({
  fr: `le dossier ${folder} contient plus de 64 Mio de fichiers qui ne sont pas à Facturier. Rangez-les ailleurs, puis recommencez.`,
  en: `the folder ${folder} holds more than 64 MiB of files that are not Facturier’s. Keep them elsewhere, then try again.`,
});
