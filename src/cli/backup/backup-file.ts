import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { BackupError } from '../../backup/backup-error.ts';
import { type BackupStorage, bucketStorage, folderStorage } from '../../backup/backup-storage.ts';
import type { Config } from '../../config.ts';
import { type ObjectStoreAddress, parseObjectStoreUrl } from '../../s3-address.ts';
import { CommandError, UsageError } from '../terminal/output.ts';

/** Storage and file name of a backup. */
export type BackupFile = { readonly place: BackupStorage; readonly name: string };

/** The configured storage; undefined if there is none. */
export function backupStorage({ backup }: Pick<Config, 'backup'>): BackupStorage | undefined {
  if (!backup) return undefined;
  return 'folder' in backup ? folderStorage(backup.folder) : bucketStorage(backup.bucket);
}

/**
 * The file a command names: a path, `s3://bucket/name` in the bucket store of BACKUP_URL or
 * FILES_URL, or a full store URL. For a folder, or without an argument (configured storage), the
 * file is called `ownName`.
 */
export async function backupFile(said: string | undefined, config: Config, ownName: string): Promise<BackupFile> {
  if (said === undefined) {
    const place = backupStorage(config);
    if (!place) throw new UsageError(noPlace);
    return { place, name: ownName };
  }
  if (/^s3:/i.test(said)) return inBucket(said, config, ownName);
  const path = resolve(said);
  const isFolder = said.endsWith('/') || (await stat(path).catch(() => undefined))?.isDirectory();
  return isFolder
    ? { place: folderStorage(path), name: ownName }
    : { place: folderStorage(dirname(path)), name: basename(path) };
}

function inBucket(said: string, config: Config, ownName: string): BackupFile {
  const whole = parseObjectStoreUrl(said);
  const known = whole ?? (config.backup && 'bucket' in config.backup ? config.backup.bucket : config.files);
  if (!known) throw new UsageError(noStore);
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/i.exec(said) ?? [];
  const at: ObjectStoreAddress = whole ?? { ...known, bucket, prefix: path.replace(/\/+$/, '') };
  if (said.endsWith('/') || at.prefix === '') return { place: bucketStorage(at), name: ownName };
  const cut = at.prefix.lastIndexOf('/');
  return {
    place: bucketStorage({ ...at, prefix: at.prefix.slice(0, Math.max(cut, 0)) }),
    name: at.prefix.slice(cut + 1),
  };
}

/** The passphrase, from the first line of a file or from the configuration. */
export async function readPassphrase(
  options: { passphraseFile?: string },
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
): Promise<string | undefined> {
  if (options.passphraseFile === undefined) return backupPassphrase;
  const text = await readFile(options.passphraseFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(notReadable(options.passphraseFile ?? '', error.code ?? ''));
  });
  return text.split(/\r?\n/)[0] ?? '';
}

/** Converts backup errors to a message for people and a code for programs. */
export async function withBackupErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new CommandError(error.text, { refused: error.code, detail: error.text.en });
  }
}

const noPlace = {
  fr: 'indiquez où écrire la sauvegarde : facturier backup FICHIER, ou réglez BACKUP_DIR ou BACKUP_URL',
  en: 'give a destination: facturier backup FILE, or set BACKUP_DIR or BACKUP_URL',
};
const noStore = {
  fr: 's3://seau/nom utilise l’adresse et la clé de BACKUP_URL (ou de FILES_URL), qui n’est pas réglée. Réglez-la, par exemple : BACKUP_URL=s3://cle:secret@hote/seau/copies',
  en: 's3://bucket/name needs the address and key of BACKUP_URL (or FILES_URL), which is not set. Set it, for example: BACKUP_URL=s3://key:secret@host/bucket/copies',
};
const notReadable = (file: string, code: string) => ({
  fr: `le fichier ${file} ne peut pas être lu (${code})`,
  en: `the file ${file} cannot be read (${code})`,
});
