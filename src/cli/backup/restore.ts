import { resolve } from 'node:path';
import type { KeptHead } from '../../audit/heads/exported-heads.ts';
import { readKnownHeads } from '../../audit/heads/known-heads.ts';
import { BackupError } from '../../backup/backup-error.ts';
import { type Restored, restoreBackup } from '../../backup/restore-backup.ts';
import type { Config } from '../../config.ts';
import { compareHeads, type HeadFate, type StoredHead } from '../../db/audit/chain-heads.ts';
import type { Verified } from '../../db/audit/verify/verify-accounts.ts';
import { START_COMMAND } from '../../runtime/start-command.ts';
import { readKeptHeads, recordRestore } from '../audit/audit.ts';
import { openCommandContext } from '../command-context.ts';
import { OPERATOR } from '../run-as-operator.ts';
import { inWords, say, shellWord, UsageError } from '../terminal/output.ts';
import { type Progress, progressOn } from '../terminal/progress.ts';
import { verificationMessage, verifyChains } from '../verify/verify.ts';
import { type BackupFile, backupFile, backupStorage, readPassphrase, withBackupErrors } from './backup-file.ts';

export type RestoreOptions = {
  json?: boolean;
  into?: string;
  to?: string;
  heads?: string;
  passphraseFile?: string;
  withoutKeys?: boolean;
  unproven?: boolean;
};

/**
 * `facturier restore FILE`: restores a backup into an empty data folder and verifies it. Returns
 * the exit code.
 */
export async function restore(config: Config, said: string, options: RestoreOptions): Promise<0 | 1> {
  const into = resolve(options.into ?? config.dataFolder);
  const file = await backupFile(said, config, '');
  const kept = options.heads === undefined ? [] : (await readKeptHeads(options.heads)).map(placed);
  const passphrase = await readPassphrase(options, config);
  const ownPlace = [backupStorage(config)].filter((place) => place !== undefined);
  const progress = progressOn(process.stderr);
  try {
    const restored = await withBackupErrors(async () => {
      if (config.databaseUrl !== undefined) throw new BackupError('not_embedded', notEmbedded);
      const show = await shownOn(progress, file);
      return restoreBackup({
        ...{ into, passphrase, withoutKeys: options.withoutKeys, unproven: options.unproven },
        source: () => bytesOf(file),
        onProgress: (_step, bytes) => show(bytes),
        to: options.to === undefined ? undefined : { time: momentIn(options.to), places: [file.place, ...ownPlace] },
      });
    });
    progress.end();
    const { databaseUrl: _, ...ownDatabase } = config;
    const looked = await lookedAt({ ...ownDatabase, dataFolder: into }, { restored, kept });
    const { verified, fates, noted } = looked;
    const intact = isIntact(looked);
    const { header, keys, proven, sha256 } = restored;
    const json = {
      into,
      madeAt: header.madeAt,
      reached: restored.reached,
      sha256,
      keys,
      proven,
      intact,
      noted,
      ...verified,
    };
    say(
      options,
      { ...json, heads: fates.filter(({ fate }) => fate !== 'there') },
      restoreMessage(into, restored, looked),
    );
    return intact ? 0 : 1;
  } finally {
    progress.end();
  }
}

/** The backup is read twice: to verify its checksums, then to unpack it. */
const READINGS = 2;

/** Shows progress from the number of bytes read. */
async function shownOn(progress: Progress, { place, name }: BackupFile): Promise<(bytes: number) => void> {
  const copy = (await place.list(name)).find((each) => each.name === name);
  const all = READINGS * (copy?.bytes ?? 0);
  let done = 0;
  return (bytes) => {
    done += bytes;
    progress.show(done, all);
  };
}

const placed = ({ account, mode, seq, hash }: KeptHead): StoredHead => ({ account, test: mode === 'test', seq, hash });

/** Parses `latest` or an ISO 8601 time; without a zone, the time zone of this machine. */
function momentIn(text: string): Date | undefined {
  if (text === 'latest') return undefined;
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  throw new UsageError({
    fr: `« ${text} » n’est pas une date avec heure. Écrivez par exemple 2026-11-22T14:30:00+01:00, ou latest.`,
    en: `"${text}" is not a date and time. Write for example 2026-11-22T14:30:00+01:00, or latest.`,
  });
}

async function bytesOf({ place, name }: BackupFile): Promise<AsyncIterable<Buffer>> {
  const bytes = await place.read(name);
  if (bytes) return bytes;
  throw new BackupError('not_there', {
    fr: `il n’y a pas de sauvegarde « ${name} » dans ${place.said}.`,
    en: `there is no backup "${name}" in ${place.said}.`,
  });
}

type Looked = { verified: Verified; fates: HeadFate[]; noted: boolean };

/**
 * Starts the database, migrates it, verifies it and compares it with every known head. If all is
 * well and the signing key is present, each chain gets a link that records the restore.
 */
async function lookedAt(
  config: Config,
  { restored, kept }: { restored: Restored; kept: readonly StoredHead[] },
): Promise<Looked> {
  const known = await readKnownHeads(config.dataFolder);
  const service = await openCommandContext(config, { name: 'facturier restore', unsealed: true });
  let looked: Omit<Looked, 'noted'>;
  try {
    const verified = ignoreMissingKey(await verifyChains(service, 'every', { known }), restored);
    const client = await service.pool.connect();
    const fates = await compareHeads(client, [...restored.header.heads, ...kept]).finally(() => client.release());
    looked = { verified, fates };
    service.services.environment.securityLog?.({ event: 'restore_made', actor: OPERATOR, operation: 'restore' });
  } finally {
    await service.close();
  }
  const noted = isIntact(looked) && restored.keys === 'restored';
  if (noted) await note(config, restored);
  return { ...looked, noted };
}

/**
 * When a backup without keys is restored, the missing signing key is reported separately, not as a
 * finding.
 */
const ignoreMissingKey = (verified: Verified, { keys }: Restored): Verified =>
  keys === 'restored'
    ? verified
    : { ...verified, findings: verified.findings.filter(({ fault }) => fault !== 'signing_key_missing') };

const isIntact = ({ verified, fates }: Pick<Looked, 'verified' | 'fates'>): boolean =>
  verified.findings.length === 0 && fates.every(({ fate }) => fate !== 'differs');

async function note(config: Config, { sha256 }: Restored): Promise<void> {
  const service = await openCommandContext(config, { name: 'facturier restore' });
  try {
    await recordRestore(service, sha256);
  } finally {
    await service.close();
  }
}

function restoreMessage(
  into: string,
  { header, keys, proven, reached }: Restored,
  { verified, fates }: Looked,
): string {
  const at = new Date(header.madeAt * 1000).toISOString().replace(/\.\d+Z/, 'Z');
  const lost = fates.filter(({ fate }) => fate === 'lost');
  const lines = [
    inWords({
      fr: `Restauré dans ${into} : la sauvegarde du ${at}.`,
      en: `Restored into ${into}: the backup of ${at}.`,
    }),
    inWords({
      fr: `La base est restaurée jusqu’à ${new Date(reached * 1000).toISOString()} au plus tard.`,
      en: `The database is restored up to ${new Date(reached * 1000).toISOString()} at the latest.`,
    }),
    ...(proven ? [] : [inWords(notProven)]),
    verificationMessage(verified),
    ...fates.filter(({ fate }) => fate === 'differs').map((head) => inWords(anotherPast(head))),
    ...lost.map((head) => inWords(lostAfter(head))),
    ...(lost.length > 0 ? [inWords(numbersAgain)] : []),
    ...(keys === 'restored' ? [] : [inWords(withoutKeys)]),
    ...(header.objectsElsewhere > 0 ? [inWords(objectsToo(header.objectsElsewhere))] : []),
    inWords({
      fr: `Pour démarrer : FACTURIER_DATA=${shellWord(into)} ${START_COMMAND}`,
      en: `To start: FACTURIER_DATA=${shellWord(into)} ${START_COMMAND}`,
    }),
  ];
  return lines.join('\n');
}

const notProven = {
  fr: '⚠ Rien ne prouve l’origine de cette sauvegarde : ses sommes de contrôle ne détectent que des dommages accidentels. Ne l’utilisez que si vous seul pouviez écrire à cet endroit. Une phrase secrète (FACTURIER_BACKUP_PASSPHRASE) prouve l’origine des sauvegardes.',
  en: '⚠ This backup is not authenticated: its checksums only detect accidental damage. Use it only if no one else could write to its location. Backups made with a passphrase (FACTURIER_BACKUP_PASSPHRASE) are authenticated.',
};
const chainOf = ({ account, test }: HeadFate) => ({
  fr: `compte ${account}, ${test ? 'test' : 'réel'}`,
  en: `account ${account}, ${test ? 'test' : 'live'}`,
});
const lostAfter = (head: HeadFate) => ({
  fr: `⚠ ${chainOf(head).fr} : la dernière entrée gardée ailleurs porte le numéro ${head.seq} ; ${head.lost} entrée(s) écrite(s) après la sauvegarde sont perdues.`,
  en: `⚠ ${chainOf(head).en}: the last entry kept elsewhere is number ${head.seq}; ${head.lost} entries made after the backup are lost.`,
});
const numbersAgain = {
  fr: 'Les numéros attribués après la sauvegarde le seront de nouveau : retrouvez les documents envoyés depuis, et recréez-les avant tout autre.',
  en: 'Numbers issued after the backup will be issued again. Find the documents sent since then and create them again before any others.',
};
const anotherPast = (head: HeadFate) => ({
  fr: `✖ ${chainOf(head).fr} : à l’entrée ${head.seq}, cette base diffère de l’entrée gardée ailleurs.`,
  en: `✖ ${chainOf(head).en}: at entry ${head.seq} this database differs from the entry kept elsewhere.`,
});
const withoutKeys = {
  fr: 'Sans les clés, le service ne démarre pas. Remettez le dossier « keys » si vous l’avez. Sinon déclarez la clé perdue, ce qui restera visible dans la piste d’audit : npx facturier audit new-key --lost. Remplacez alors les secrets des webhooks et renvoyez aux clients les liens de leurs espaces (keys/portal.key change). Le certificat local sera nouveau.',
  en: 'The service does not start without the keys. Restore the folder "keys" if you have it. Otherwise declare the key lost, which stays visible in the audit trail: npx facturier audit new-key --lost. Then replace the webhook secrets and send customers their portal links again (keys/portal.key changes). The local certificate will also be new.',
};
const objectsToo = (count: number) => ({
  fr: `${count} fichier(s) sont dans le stockage de FILES_URL : conservez ce réglage.`,
  en: `${count} file(s) are in the store of FILES_URL: keep that setting.`,
});
const notEmbedded = {
  fr: 'DATABASE_URL est réglé : cette commande crée un dossier de données avec une base embarquée. Retirez DATABASE_URL, ou restaurez ce serveur avec pg_restore.',
  en: 'DATABASE_URL is set: this command creates a data folder with an embedded database. Unset DATABASE_URL, or restore that server with pg_restore.',
};
