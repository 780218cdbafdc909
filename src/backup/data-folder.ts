import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BackupError } from './backup-error.ts';

/** A file in the data folder: its relative path with slashes, and its content. */
export type SmallFile = { readonly path: string; readonly bytes: Buffer };

/** Maximum total bytes of small files, which are held in memory. */
const SMALL_FILES_BYTES_MAX = 64 * 1024 ** 2;
/**
 * Excluded: the cluster (PostgreSQL copies it), locks, incomplete files, and files recreated at
 * each start.
 */
const LEFT_OUT =
  /^(postgres|postgres-folder|installation|backup-state\.json|pages|first-keys\.txt)(\/|$)|(^|[/.])lock$|\.(new|part)$|\.unfinished-|\.(log|sock|pid)$|(^|\/)\.DS_Store$/;
/** File of recent heads, in the folder of heads. */
const HEADS = 'heads.jsonl';
/** Public files: they prove something but reveal nothing. */
export const OPEN = /^(audit\/|keys\/public\/|database\.json$)/;

/**
 * The signed heads (last links) of the audit chains. Read them before copying the cluster, so that
 * none is newer than the backup. The log of recent heads comes first, then the files per account: a
 * head that is compacted meanwhile is then in both.
 */
export async function* readHeads(dataFolder: string): AsyncGenerator<SmallFile> {
  const folder = join(dataFolder, 'audit');
  const first = await smallFile(dataFolder, join(folder, HEADS));
  if (first) yield first;
  for await (const file of filesIn(dataFolder, folder)) if (file.path !== `audit/${HEADS}`) yield file;
}

/**
 * The rest of the data folder: read after the cluster, so that it has every key the backup needs.
 * Files not known to be public are treated as secret.
 */
export async function readKeys(
  dataFolder: string,
  leaveOut?: string,
): Promise<{ open: SmallFile[]; secret: SmallFile[] }> {
  const files: SmallFile[] = [];
  for await (const file of filesIn(dataFolder, dataFolder, [join(dataFolder, 'audit'), leaveOut])) files.push(file);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const { open = [], secret = [] } = Object.groupBy(files, ({ path }) => (OPEN.test(path) ? 'open' : 'secret'));
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > SMALL_FILES_BYTES_MAX) throw new BackupError('folder_crowded', tooMuch(dataFolder));
  return { open, secret };
}

async function* filesIn(
  dataFolder: string,
  folder: string,
  leaveOut: readonly (string | undefined)[] = [],
): AsyncGenerator<SmallFile> {
  for (const entry of (await entriesOf(folder)).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(folder, entry.name);
    if (LEFT_OUT.test(pathIn(dataFolder, file)) || leaveOut.includes(file)) continue;
    if (entry.isDirectory()) yield* filesIn(dataFolder, file, leaveOut);
    else if (entry.isFile()) {
      const found = await smallFile(dataFolder, file);
      if (found) yield found;
    }
  }
}

/**
 * Another process may replace the file meanwhile: then there is a newer one of the same name, or
 * none.
 */
async function smallFile(dataFolder: string, file: string): Promise<SmallFile | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && { path: pathIn(dataFolder, file), bytes };
}

const pathIn = (dataFolder: string, file: string): string => relative(dataFolder, file).replaceAll(sep, '/');

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

const tooMuch = (folder: string) => ({
  fr: `le dossier ${folder} contient plus de 64 Mio de fichiers étrangers à Facturier. Déplacez-les, puis recommencez.`,
  en: `the folder ${folder} contains more than 64 MiB of files that do not belong to Facturier. Move them elsewhere, then try again.`,
});
