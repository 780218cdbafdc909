import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { restoreCluster } from '../ground/cluster-restoration.ts';
import { postgresBinaries } from '../ground/postgres-binaries.ts';
import { openByPassphrase } from '../seal/passphrase-box.ts';
import { isKnown, knownMigrations } from '../store/migrate.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupRefused } from './backup-refused.ts';
import { type FoundLog, findLog } from './find-log.ts';
import { CLUSTER, DATA, FORMAT, HEADER, type Header, LOG_END, type LogEnd, SECRETS } from './header.ts';
import { layPieces } from './log-archive.ts';
import { readBackup, type Taken, wholeOf } from './read-backup.ts';

export type RestoreGiven = {
  /** Reads the copy from its beginning; it is read twice. */
  readonly source: () => Promise<AsyncIterable<Buffer>>;
  /** The data folder to make: missing, or empty. */
  readonly into: string;
  readonly passphrase?: string | undefined;
  /** Goes on without the keys though they are in the copy. */
  readonly withoutKeys?: boolean | undefined;
  /** Plays more of the log than the copy has: to this moment, or to the end of the archive. */
  readonly to?: { readonly time: Date | undefined; readonly places: readonly BackupPlace[] } | undefined;
  readonly onProgress?: (step: 'checking' | 'unpacking', bytes: number) => void;
};

/** What was restored: `sha256` names the copy. */
export type Restored = {
  header: Header;
  sha256: string;
  reached: number;
  keys: 'restored' | 'not_in_copy' | 'left_out';
};

/**
 * Makes a data folder from a copy. First all of the copy is read and held against its checksums: where a byte is another,
 * nothing is made. Then it is unpacked, held against them once more, and PostgreSQL plays the log. Refuses a folder that is
 * not empty, a copy of another PostgreSQL or of a newer Facturier, and a missing or wrong passphrase.
 */
export async function restoreBackup(given: RestoreGiven): Promise<Restored> {
  await requireEmpty(given.into);
  const { header, secrets, sha256, end } = await checked(given);
  const log = given.to && (await findLog(given.to, { archive: header.archive, end }));
  const made = await requireEmpty(given.into);
  try {
    const target = given.to?.time ? { target: { time: given.to.time } } : {};
    await restoreCluster(given.into, { ...target, fill: (cluster) => unpacked(given, { cluster, secrets, log }) });
  } catch (error) {
    await emptied(given.into, made);
    throw error;
  }
  const played = log?.pieces.at(-1)?.at ?? end.at;
  const reached = Math.min(played, given.to?.time?.getTime() ?? played);
  return {
    header,
    sha256,
    reached: Math.floor(reached / 1000),
    keys: secrets ? 'restored' : header.keys ? 'left_out' : 'not_in_copy',
  };
}

type Secrets = Readonly<Record<string, string>>;

async function checked({ source, passphrase, withoutKeys, onProgress }: RestoreGiven): Promise<{
  header: Header;
  secrets: Secrets | undefined;
  sha256: string;
  end: LogEnd;
}> {
  let header: Header | undefined;
  let locked: string | undefined;
  let end: LogEnd | undefined;
  const sha256 = await readBackup(
    counting(await source(), (bytes) => onProgress?.('checking', bytes)),
    async (member) => {
      header ??= await headerFrom(member);
      if (member.name === SECRETS && member.bytes) locked = (await wholeOf(member.bytes)).toString();
      if (member.name === LOG_END && member.bytes) end = JSON.parse((await wholeOf(member.bytes)).toString()) as LogEnd;
    },
  );
  if (!header || !end) throw new BackupRefused('not_a_backup', notABackup);
  await requireFit(header);
  if (locked === undefined || withoutKeys) return { header, sha256, end, secrets: undefined };
  if (passphrase === undefined) throw new BackupRefused('passphrase_missing', passphraseMissing);
  const opened = await openByPassphrase(locked, passphrase);
  if (opened === undefined) throw new BackupRefused('passphrase_wrong', passphraseWrong);
  return { header, sha256, end, secrets: JSON.parse(opened) as Secrets };
}

async function headerFrom({ name, bytes }: Taken): Promise<Header> {
  if (name !== HEADER || !bytes) throw new BackupRefused('not_a_backup', notABackup);
  const header = JSON.parse((await wholeOf(bytes)).toString()) as Header;
  if (header.format !== FORMAT) throw new BackupRefused('newer_format', newerFormat(header.service));
  return header;
}

async function requireFit({ postgres, migrations, service }: Header): Promise<void> {
  const { version } = await postgresBinaries({});
  const major = Number.parseInt(version, 10);
  if (postgres.major !== major) throw new BackupRefused('other_postgres', otherPostgres(postgres.version, version));
  const known = await knownMigrations();
  for (const [at, landed] of migrations.entries()) {
    if (!isKnown(known[at], landed)) throw new BackupRefused('newer_service', newerService(service, landed.name));
  }
}

async function unpacked(
  given: RestoreGiven,
  { cluster, secrets, log }: { cluster: string; secrets: Secrets | undefined; log: FoundLog | undefined },
): Promise<void> {
  const source = counting(await given.source(), (bytes) => given.onProgress?.('unpacking', bytes));
  await readBackup(source, async ({ name, bytes }) => {
    const to = name.startsWith(CLUSTER)
      ? join(cluster, name.slice(CLUSTER.length))
      : name.startsWith(DATA)
        ? join(given.into, name.slice(DATA.length))
        : undefined;
    if (to === undefined) return;
    await mkdir(bytes ? dirname(to) : to, { recursive: true, mode: 0o700 });
    if (bytes) await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  });
  for (const [path, bytes] of Object.entries(secrets ?? {})) {
    const to = join(given.into, path);
    if (path.split('/').includes('..')) throw new BackupRefused('not_a_backup', notABackup);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await writeFile(to, Buffer.from(bytes, 'base64'), { mode: 0o600, flag: 'wx' });
  }
  if (log) await layPieces(log.place, log.pieces, join(cluster, 'pg_wal'));
}

async function* counting(source: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    count(chunk.length);
    yield chunk;
  }
}

/** Says whether the folder was there already. */
async function requireEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (names && names.length > 0) throw new BackupRefused('folder_not_empty', notEmpty(folder));
  return names !== undefined;
}

/** The folder was empty before: whatever is in it is ours. */
async function emptied(folder: string, wasThere: boolean): Promise<void> {
  if (!wasThere) return rm(folder, { recursive: true, force: true, maxRetries: 3 });
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
}

const notABackup = {
  fr: 'ce fichier n’est pas une sauvegarde de Facturier. Rien n’a été restauré.',
  en: 'this file is no backup of Facturier. Nothing was restored.',
};
const newerFormat = (service: string) => ({
  fr: `cette sauvegarde a été faite par Facturier ${service}, sous une forme que cette version ne connaît pas. Restaurez-la avec une version plus récente.`,
  en: `this backup was made by Facturier ${service} in a form this version does not know. Restore it with a newer version.`,
});
const otherPostgres = (theirs: string, ours: string) => ({
  fr: `cette sauvegarde vient de PostgreSQL ${theirs} ; cette version de Facturier apporte PostgreSQL ${ours}. Restaurez-la avec la version qui l’a faite, puis mettez à jour.`,
  en: `this backup is of PostgreSQL ${theirs}; this version of Facturier brings PostgreSQL ${ours}. Restore it with the version that made it, then upgrade.`,
});
const newerService = (service: string, name: string) => ({
  fr: `cette sauvegarde de Facturier ${service} a une base (${name}) que cette version ne connaît pas. Restaurez-la avec une version aussi récente que celle qui l’a faite.`,
  en: `this backup of Facturier ${service} has a database (${name}) this version does not know. Restore it with a version as recent as the one that made it.`,
});
const notEmpty = (folder: string) => ({
  fr: `le dossier ${folder} n’est pas vide, et rien n’y a été touché. Restaurez dans un dossier neuf : --into DOSSIER.`,
  en: `the folder ${folder} is not empty, and nothing in it was touched. Restore into a new folder: --into FOLDER.`,
});
const passphraseMissing = {
  fr: 'les clés de cette sauvegarde sont sous une phrase secrète. Donnez-la par FACTURIER_BACKUP_PASSPHRASE ou --passphrase-file, ou restaurez sans elles : --without-keys (la signature du journal commencera avec une nouvelle clé, les secrets des webhooks seront à remplacer, les espaces clients en auront d’autres).',
  en: 'the keys of this backup are under a passphrase. Give it by FACTURIER_BACKUP_PASSPHRASE or --passphrase-file, or restore without them: --without-keys (a new key will sign the journal, the secrets of webhooks must be replaced, portals get other ones).',
};
const passphraseWrong = {
  fr: 'ce n’est pas la phrase secrète de cette sauvegarde. Rien n’a été restauré.',
  en: 'this is not the passphrase of this backup. Nothing was restored.',
};
