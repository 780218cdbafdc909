import { join } from 'node:path';
import pg from 'pg';
import { encryptWithPassphrase } from '../audit/secrets/passphrase-encryption.ts';
import { allChainHeads } from '../db/audit/chain-heads.ts';
import { landedMigrations } from '../db/migrate.ts';
import { readExternalFiles } from '../db/object-storage/external-files.ts';
import { ObjectStoreUnreachable } from '../db/object-storage/object-store.ts';
import { PASSPHRASE_LENGTH_MIN } from '../domain/backup/daily-copy.ts';
import { BackupError } from './backup-error.ts';
import { DATA, FORMAT, HEADER, type Header, OBJECTS, SECRETS, SIGNED_MEMBERS, WAL_END } from './backup-format.ts';
import type { BackupStorage } from './backup-storage.ts';
import { type BaseBackupRequest, baseBackup } from './base-backup.ts';
import { readHeads, readKeys, type SmallFile } from './data-folder.ts';
import { formatLsn } from './wal-location.ts';
import { backupBytes, type Member } from './write-backup.ts';

/** What to back up, and where to. */
export type BackupRequest = {
  readonly dataFolder: string;
  /**
   * Database connections, and the folder of an embedded database; without `copying` the database is
   * external and not ours to copy.
   */
  readonly database: {
    readonly ownerUrl: pg.ClientConfig;
    readonly serving: pg.ClientConfig;
    readonly copying?: pg.ClientConfig;
    readonly home?: string;
  };
  readonly service: string;
  readonly place: BackupStorage;
  readonly name: string;
  /** Replace a file of the same name. */
  readonly over?: boolean;
  /** Encrypts the keys; without it they are left out. */
  readonly passphrase?: string | undefined;
  /** The WAL archive the backup belongs to. */
  readonly archive?: string | undefined;
  /** Subfolder of the data folder to exclude: backups do not contain backups. */
  readonly leaveOut?: string | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** Aborts and leaves nothing behind. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, about: number) => void;
};

export type BackupResult = { header: Header; bytes: number };

/**
 * Backs up everything while the service runs, atomically to one file. Refuses an external database,
 * a taken name, a passphrase of less than 12 characters and a storage that cannot be written.
 */
export async function createBackup(given: BackupRequest): Promise<BackupResult> {
  const { place, name, passphrase } = given;
  const { copying, home } = given.database;
  if (!copying || !home) throw new BackupError('not_embedded', notEmbedded);
  if (passphrase !== undefined && passphrase.length < PASSPHRASE_LENGTH_MIN)
    throw new BackupError('passphrase_short', tooShort);
  let bytes = 0;
  try {
    if (!given.over && (await place.has(name))) throw new BackupError('already_there', alreadyThere(name));
    const facts = await opened(given.database);
    try {
      const header = await headerOf(given, facts);
      const members = membersOf({ ...given, header, facts, connection: copying, cluster: join(home, 'cluster') });
      const counted = async function* (): AsyncGenerator<Buffer> {
        for await (const chunk of backupBytes(members)) {
          given.signal?.throwIfAborted();
          bytes += chunk.length;
          yield chunk;
        }
      };
      await place.write(name, counted(), { over: given.over ?? false });
      return { header, bytes };
    } finally {
      await facts.close();
    }
  } catch (error) {
    throw asRefusal(error, given);
  }
}

type Facts = { owner: pg.Client; serving: pg.Client; accounts: string[]; close: () => Promise<void> };

async function opened({ ownerUrl, serving }: BackupRequest['database']): Promise<Facts> {
  const clients = [ownerUrl, serving].map(
    (settings) => new pg.Client({ ...settings, application_name: 'facturier backup' }),
  );
  const close = async (): Promise<void> => void (await Promise.allSettled(clients.map((client) => client.end())));
  const [owner, app] = clients as [pg.Client, pg.Client];
  try {
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
    }
    const { rows } = await owner.query<{ account_id: string }>('select account_id from billing.accounts_known()');
    return { owner, serving: app, accounts: rows.map(({ account_id }) => account_id), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function headsKnown(owner: pg.Client): Promise<Header['heads']> {
  const heads: Header['heads'][number][] = [];
  for await (const { accountId, test, seq, hash } of allChainHeads(owner as Pick<pg.Pool, 'query'>))
    heads.push({ account: accountId, test, seq: Number(seq), hash: hash.toString('hex') });
  return heads;
}

async function headerOf({ service, now, archive, passphrase }: BackupRequest, facts: Facts): Promise<Header> {
  const { rows } = await facts.owner.query<{ version: string; num: string }>(
    "select current_setting('server_version') as version, current_setting('server_version_num') as num",
  );
  let objectsElsewhere = 0;
  for await (const page of readExternalFiles(facts.serving, facts.accounts)) objectsElsewhere += page.length;
  return {
    format: FORMAT,
    service,
    madeAt: now,
    migrations: (await landedMigrations(facts.owner)).map(({ name, sha256 }) => ({ name, sha256 })),
    postgres: { major: Math.floor(Number(rows[0]?.num) / 10_000), version: rows[0]?.version ?? '' },
    heads: await headsKnown(facts.owner),
    keys: passphrase !== undefined,
    objectsElsewhere,
    ...(archive !== undefined && { archive }),
  };
}

async function* membersOf(
  given: BackupRequest & BaseBackupRequest & { header: Header; facts: Facts },
): AsyncGenerator<Member> {
  const { dataFolder, header, facts, passphrase } = given;
  yield text(HEADER, JSON.stringify(header, null, 2));
  for await (const file of readHeads(dataFolder)) yield inData(file);
  let page = 0;
  for await (const objects of readExternalFiles(facts.serving, facts.accounts)) {
    page += 1;
    yield text(
      `${OBJECTS}${String(page).padStart(5, '0')}.jsonl`,
      objects.map((each) => JSON.stringify(each)).join('\n'),
    );
  }
  const { lsn, timeline } = yield* baseBackup(given);
  yield text(WAL_END, JSON.stringify({ lsn: formatLsn(lsn), timeline, at: Date.now() }));
  const { open, secret } = await readKeys(dataFolder, given.leaveOut);
  for (const file of open) yield inData(file);
  if (passphrase === undefined) return;
  const secrets = Object.fromEntries(secret.map(({ path, bytes }) => [path, bytes.toString('base64')]));
  // Only someone who knows the passphrase can write this, so it authenticates the members.
  const proving = async (members: string): Promise<Buffer> =>
    Buffer.from(await encryptWithPassphrase(JSON.stringify({ [SIGNED_MEMBERS]: members, files: secrets }), passphrase));
  yield { name: SECRETS, proving };
}

const text = (name: string, said: string): Member => {
  const bytes = Buffer.from(said.endsWith('\n') ? said : `${said}\n`);
  return { name, size: bytes.length, bytes: [bytes] };
};

const inData = ({ path, bytes }: SmallFile): Member => ({ name: DATA + path, size: bytes.length, bytes: [bytes] });

function asRefusal(error: unknown, { place, name }: BackupRequest): unknown {
  if (error instanceof BackupError) return error;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return new BackupError('already_there', alreadyThere(name), { cause: error });
  const unreachable = error instanceof ObjectStoreUnreachable || (syscall !== undefined && syscall !== 'connect');
  if (unreachable) return new BackupError('place_unreachable', unreachableAt(place.said, message), { cause: error });
  return error;
}

const notEmbedded = {
  fr: 'cette base est celle du serveur de DATABASE_URL : seul son administrateur peut la sauvegarder. Lancez « pg_dump --format=custom --file=facturier.dump "$DATABASE_URL" » dans la version du serveur, puis copiez le dossier de données (clés, certificat, têtes signées).',
  en: 'this database belongs to the server of DATABASE_URL: only its administrator can back it up. Run "pg_dump --format=custom --file=facturier.dump "$DATABASE_URL"" in the server’s version, then copy the data folder (keys, certificate, signed heads).',
};
const alreadyThere = (name: string) => ({
  fr: `« ${name} » existe déjà et n’a pas été modifié. Choisissez un autre nom, ou ajoutez --force pour le remplacer.`,
  en: `"${name}" already exists and was not changed. Choose another name, or add --force to replace it.`,
});
const tooShort = {
  fr: `la phrase secrète doit compter au moins ${PASSPHRASE_LENGTH_MIN} caractères : elle protège les clés où que soit la sauvegarde.`,
  en: `the passphrase needs at least ${PASSPHRASE_LENGTH_MIN} characters: it protects the keys wherever the backup is stored.`,
};
const unreachableAt = (said: string, words: string) => ({
  fr: `la sauvegarde ne peut pas être écrite dans ${said} : ${words}. Aucun fichier incomplet n’y reste.`,
  en: `the backup cannot be written to ${said}: ${words}. No incomplete file was left there.`,
});
