import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decryptWithPassphrase } from '../audit/secrets/passphrase-encryption.ts';
import { knownMigrations, misfitOf } from '../db/migrate.ts';
import { postgresBinaries } from '../runtime/cluster/postgres-binaries.ts';
import { restoreCluster } from '../runtime/cluster/restore-cluster.ts';
import { BackupError } from './backup-error.ts';
import {
  CLUSTER,
  DATA,
  FORMAT,
  HEADER,
  type Header,
  SECRETS,
  SIGNED_MEMBERS,
  WAL_END,
  type WalEnd,
} from './backup-format.ts';
import type { BackupStorage } from './backup-storage.ts';
import { OPEN } from './data-folder.ts';
import { readBackup, type Taken, wholeOf } from './read-backup.ts';
import { type FoundWal, findWal, restoreWal, walHmacKey } from './wal-archive.ts';
import { hashOfMembers, type Listed } from './write-backup.ts';

export type RestoreRequest = {
  /** Opens the backup from the start; called twice. */
  readonly source: () => Promise<AsyncIterable<Buffer>>;
  /** Data folder to create: missing or empty. */
  readonly into: string;
  readonly passphrase?: string | undefined;
  /** Continue without the keys even though the backup contains them. */
  readonly withoutKeys?: boolean | undefined;
  /** Accept a backup and WAL that the passphrase does not authenticate. */
  readonly unproven?: boolean | undefined;
  /** Also replay archived WAL: to this time, or to the end of the archive. */
  readonly to?: { readonly time: Date | undefined; readonly places: readonly BackupStorage[] } | undefined;
  readonly onProgress?: (step: 'checking' | 'unpacking', bytes: number) => void;
};

/** The restored backup, identified by `sha256`. */
export type Restored = {
  header: Header;
  sha256: string;
  reached: number;
  keys: 'restored' | 'not_in_copy' | 'left_out';
  /** Whether the passphrase authenticated the backup. */
  proven: boolean;
};

/**
 * Creates a data folder from a backup. First reads all of it and verifies its checksums and, with a
 * passphrase, its authenticity: checksums do not tell who wrote it. If a byte differs, nothing is
 * created. Then unpacks it, verifies it again, and PostgreSQL replays the WAL under our own
 * configuration. Refuses a non-empty folder, a backup of another PostgreSQL or a newer Facturier, a
 * missing or wrong passphrase, and a backup that the passphrase does not authenticate.
 */
export async function restoreBackup(given: RestoreRequest): Promise<Restored> {
  await requireEmpty(given.into);
  const { header, secrets, sha256, end, proven } = await checked(given);
  const found = given.to && (await findWal(given.to, { archive: header.archive, end }));
  const log = found && { ...found, proof: await proofOfLog(given, header) };
  const made = await requireEmpty(given.into);
  try {
    const target = given.to?.time ? { target: { time: given.to.time } } : {};
    await restoreCluster(given.into, {
      ...target,
      fill: (cluster) => unpacked(given, { cluster, secrets, log, sha256 }),
    });
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
    proven,
  };
}

type Secrets = Readonly<Record<string, string>>;

/**
 * HMAC key of the WAL pieces; undefined without a passphrase, or if the operator accepts them
 * unauthenticated.
 */
async function proofOfLog({ passphrase, unproven }: RestoreRequest, { archive }: Header): Promise<Buffer | undefined> {
  return passphrase === undefined || unproven || archive === undefined ? undefined : walHmacKey(passphrase, archive);
}

type Checked = {
  header: Header;
  secrets: Secrets | undefined;
  sha256: string;
  end: WalEnd;
  proven: boolean;
};

async function checked(given: RestoreRequest): Promise<Checked> {
  const { source, passphrase, withoutKeys, unproven, onProgress } = given;
  let header: Header | undefined;
  let locked: string | undefined;
  let end: WalEnd | undefined;
  const { sha256, members } = await readBackup(
    counting(await source(), (bytes) => onProgress?.('checking', bytes)),
    async (member) => {
      header ??= await headerFrom(member);
      if (member.name === SECRETS && member.bytes) locked = (await wholeOf(member.bytes)).toString();
      if (member.name === WAL_END && member.bytes) end = parsed<WalEnd>((await wholeOf(member.bytes)).toString());
    },
  );
  if (!header || !end) throw new BackupError('not_a_backup', notABackup);
  await requireFit(header);
  if (locked !== undefined && passphrase === undefined && !withoutKeys)
    throw new BackupError('passphrase_missing', passphraseMissing);
  const box = locked === undefined || passphrase === undefined ? undefined : await boxOf(locked, passphrase);
  const proven =
    box?.members !== undefined && box.members === hashOfMembers(members.slice(0, -1)) && isBox(members.at(-1));
  // The passphrase is there to authenticate the backup: one without proof may come from an
  // attacker.
  if (passphrase !== undefined && !proven && !unproven) throw new BackupError('not_authentic', notAuthentic);
  return { header, sha256, end, proven, secrets: withoutKeys ? undefined : box?.files };
}

const isBox = (last: Listed | undefined): boolean => last?.name === SECRETS;

/**
 * Decrypts the secrets: files, and the digest of the other members. Version 1 only had the files.
 */
async function boxOf(locked: string, passphrase: string): Promise<{ members: string | undefined; files: Secrets }> {
  const opened = await decryptWithPassphrase(locked, passphrase).catch(() => {
    throw new BackupError('not_authentic', notAuthentic);
  });
  if (opened === undefined) throw new BackupError('passphrase_wrong', passphraseWrong);
  const said = JSON.parse(opened) as Secrets | { [SIGNED_MEMBERS]: string; files: Secrets };
  return SIGNED_MEMBERS in said && typeof said.files === 'object'
    ? { members: String(said[SIGNED_MEMBERS]), files: said.files }
    : { members: undefined, files: said as Secrets };
}

async function headerFrom({ name, bytes }: Taken): Promise<Header> {
  if (name !== HEADER || !bytes) throw new BackupError('not_a_backup', notABackup);
  const header = parsed<Header>((await wholeOf(bytes)).toString());
  if (typeof header.format !== 'number' || !header.postgres || !Array.isArray(header.migrations))
    throw new BackupError('not_a_backup', notABackup);
  if (!(header.format <= FORMAT)) throw new BackupError('newer_format', newerFormat(header.service));
  return header;
}

/** Parses untrusted JSON to an object. */
function parsed<T extends object>(text: string): T {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Refused below, like anything that is not an object.
  }
  throw new BackupError('not_a_backup', notABackup);
}

async function requireFit({ postgres, migrations, service }: Header): Promise<void> {
  const { version } = await postgresBinaries({});
  const major = Number.parseInt(version, 10);
  if (postgres.major !== major) throw new BackupError('other_postgres', otherPostgres(postgres.version, version));
  const misfit = misfitOf(migrations, await knownMigrations());
  if (misfit?.kind === 'older') throw new BackupError('older_service', olderService(service, misfit.name));
  if (misfit) throw new BackupError('newer_service', newerService(service, misfit.name));
}

type Log = FoundWal & { readonly proof: Buffer | undefined };
type Into = { cluster: string; secrets: Secrets | undefined; log: Log | undefined; sha256: string };

async function unpacked(given: RestoreRequest, { cluster, secrets, log, sha256 }: Into): Promise<void> {
  const source = counting(await given.source(), (bytes) => given.onProgress?.('unpacking', bytes));
  const read = await readBackup(source, async ({ name, bytes }) => {
    const to = placeOf(name, { cluster, into: given.into });
    if (to === undefined) return;
    await mkdir(bytes ? dirname(to) : to, { recursive: true, mode: 0o700 });
    if (bytes) await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  });
  // The file is read twice and must not change in between.
  if (read.sha256 !== sha256) throw new BackupError('damaged', exchanged);
  for (const [path, bytes] of Object.entries(secrets ?? {})) {
    const to = join(given.into, path);
    if (path.split('/').includes('..')) throw new BackupError('not_a_backup', notABackup);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await writeFile(to, Buffer.from(bytes, 'base64'), { mode: 0o600, flag: 'wx' });
  }
  if (log) await restoreWal(log, join(cluster, 'pg_wal'));
}

/** Target of a member: the cluster, or the data folder for known public files only. */
function placeOf(name: string, { cluster, into }: { cluster: string; into: string }): string | undefined {
  if (name.startsWith(CLUSTER)) return join(cluster, name.slice(CLUSTER.length));
  const inData = name.startsWith(DATA) ? name.slice(DATA.length) : '';
  return OPEN.test(inData) ? join(into, inData) : undefined;
}

async function* counting(source: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    count(chunk.length);
    yield chunk;
  }
}

/** Requires a missing or empty folder; returns whether it existed. */
async function requireEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (names && names.length > 0) throw new BackupError('folder_not_empty', notEmpty(folder));
  return names !== undefined;
}

/** The folder was empty before, so everything in it is ours. */
async function emptied(folder: string, wasThere: boolean): Promise<void> {
  if (!wasThere) return rm(folder, { recursive: true, force: true, maxRetries: 3 });
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
}

const notABackup = {
  fr: 'ce fichier n’est pas une sauvegarde de Facturier. Rien n’a été restauré.',
  en: 'this file is not a Facturier backup. Nothing was restored.',
};
const newerFormat = (service: string) => ({
  fr: `cette sauvegarde a été faite par Facturier ${service}, dans un format que cette version ne connaît pas. Restaurez-la avec une version plus récente.`,
  en: `this backup was made by Facturier ${service} in a format this version does not know. Restore it with a newer version.`,
});
const otherPostgres = (theirs: string, ours: string) => ({
  fr: `cette sauvegarde vient de PostgreSQL ${theirs} ; cette version de Facturier utilise PostgreSQL ${ours}. Restaurez-la avec la version qui l’a faite, puis mettez à jour.`,
  en: `this backup comes from PostgreSQL ${theirs}; this version of Facturier uses PostgreSQL ${ours}. Restore it with the version that made it, then upgrade.`,
});
const newerService = (service: string, name: string) => ({
  fr: `cette sauvegarde de Facturier ${service} contient une migration (${name}) que cette version ne connaît pas. Restaurez-la avec la version qui l’a faite ou une plus récente.`,
  en: `this backup of Facturier ${service} contains a migration (${name}) that this version does not know. Restore it with the version that made it or a newer one.`,
});
const olderService = (service: string, name: string) => ({
  fr: `cette sauvegarde de Facturier ${service} a une base d’avant cette version (${name}). Restaurez-la avec la version 0.1, démarrez celle-ci une fois pour mettre la base à jour, puis installez cette version-ci. Rien n’a été restauré.`,
  en: `this backup of Facturier ${service} has a database from before this version (${name}). Restore it with version 0.1, start that version once to bring the database up to date, then install this one. Nothing was restored.`,
});
const notEmpty = (folder: string) => ({
  fr: `le dossier ${folder} n’est pas vide ; rien n’y a été modifié. Restaurez dans un nouveau dossier : --into DOSSIER.`,
  en: `the folder ${folder} is not empty, and nothing in it was changed. Restore into a new folder: --into FOLDER.`,
});
const passphraseMissing = {
  fr: 'les clés de cette sauvegarde sont chiffrées par une phrase secrète. Donnez-la par FACTURIER_BACKUP_PASSPHRASE ou --passphrase-file, ou restaurez sans les clés : --without-keys (une nouvelle clé signera la piste d’audit, les secrets des webhooks seront à remplacer et ceux des espaces clients changeront).',
  en: 'the keys of this backup are encrypted with a passphrase. Give it with FACTURIER_BACKUP_PASSPHRASE or --passphrase-file, or restore without the keys: --without-keys (a new key will sign the audit trail, webhook secrets must be replaced, and portal secrets will change).',
};
const notAuthentic = {
  fr: 'votre phrase secrète ne prouve pas que cette sauvegarde, ou son journal, vient de vous : l’un ou l’autre a pu être modifié, ou a été fait sans phrase secrète ou par une ancienne version. Rien n’a été restauré. Prenez une autre sauvegarde ; si vous êtes sûr que vous seul pouviez écrire à cet endroit, ajoutez --unproven.',
  en: 'your passphrase does not prove that this backup, or its log, comes from you: it may have been changed, or was made without a passphrase or by an older version. Nothing was restored. Use another backup; if you are sure that only you could write to its location, add --unproven.',
};
const exchanged = {
  fr: 'cette sauvegarde a changé pendant sa lecture. Rien n’a été restauré. Recommencez avec un fichier qui ne change plus.',
  en: 'this backup changed while it was being read. Nothing was restored. Try again with a file that is not being written to.',
};
const passphraseWrong = {
  fr: 'ce n’est pas la phrase secrète de cette sauvegarde. Rien n’a été restauré.',
  en: 'this is not the passphrase of this backup. Nothing was restored.',
};
