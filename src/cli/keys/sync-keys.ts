import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { compareKeys, type KeyName, type RecordedKeys } from '../../audit/keys/compare-keys.ts';
import { openKeyFile } from '../../audit/keys/key-file.ts';
import { fingerprintsOf, type KeyFiles, readKeyFiles, writeKeyFiles } from '../../audit/keys/key-folder.ts';
import { makeSigningKey } from '../../audit/keys/signing-key.ts';
import type { Config } from '../../config.ts';
import { hasAccount } from '../../db/account/accounts.ts';
import {
  type KeyTables,
  recordActiveKey,
  recordedKeys,
  sealedKeysVersion,
  withKeyLock,
} from '../../db/installation/installation-keys.ts';
import { type KeyStorage, KeysSecretMismatch, keyStorage } from '../../db/installation/key-storage.ts';
import { withFileLock } from '../../runtime/file-lock.ts';
import { StartupError } from '../../startup-error.ts';
import {
  keysErrorText,
  keysRefused,
  keysSecretDiffers,
  keysSecretMissing,
  sharedFolderUnusable,
  sharedKeysDiffer,
} from './messages.ts';

type Given = { readonly config: Config; readonly owner: pg.Pool; readonly now: number };

export const keysFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>): string => join(dataFolder, 'keys');

/** Locks the key folder against concurrent changes. */
export async function withKeysFolderLock<T>(config: Pick<Config, 'dataFolder'>, work: () => Promise<T>): Promise<T> {
  const folder = keysFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return withFileLock(join(folder, 'change.lock'), work);
}

/**
 * Makes this machine start with the keys of its installation: fetched from the shared place,
 * created if there are none, and recorded in the database by fingerprint, so that machines starting
 * together agree. Refuses (`StartupError`) a machine with other keys, or with none while the
 * installation has some, and a shared place that is unreadable or belongs to another installation.
 * `inUse`: ids of the signing keys that chains currently use.
 */
export async function syncKeys(given: Given, inUse: readonly string[]): Promise<void> {
  const { config, owner } = given;
  const agree = () => withKeyLock(owner, 'keys', (held) => agreeHeld(given, held, inUse));
  // Lock the folder first, in the order that key changes use: the start waits for it without
  // blocking other machines.
  await (config.keysShared ? withKeysFolderLock(config, agree) : agree());
}

async function agreeHeld({ config, now }: Given, held: KeyTables, inUse: readonly string[]): Promise<void> {
  const folder = keysFolder(config);
  const noted = await recordedKeys(held);
  const place = config.keysShared && keyStorage(config.keysShared, held);
  const theirs = await sharedKeys(config, held, place);
  if (theirs) {
    await refuseForeign(config, { theirs, noted, folder });
    await writeKeyFiles(folder, theirs);
  }
  const here = fingerprintsOf(await readKeyFiles(folder), folder);
  const hasAccounts = noted.audit.length === 0 && (await hasAccount(held));
  const verdict = compareKeys(noted, { here, inUse, hasAccounts });
  if ('refused' in verdict) throw keysRefused(config, verdict);
  for (const name of verdict.make) await makeKey(config, name);
  const all = await readKeyFiles(folder);
  const made = fingerprintsOf(all, folder);
  for (const name of verdict.note) await recordActiveKey(held, { name, fingerprint: made[name][0] as string, now });
  if (place && !samePrivate(theirs, all)) await reaching(config, () => place.write(all, now));
}

/**
 * Copies the shared keys to this machine, if there are any, and returns the version mark of what
 * was there. Refuses (`StartupError`) keys of another installation or an incomplete set, because
 * storing them would remove keys this machine has.
 */
export async function fetchSharedKeys({ config, owner }: Omit<Given, 'now'>): Promise<string | undefined> {
  const place = config.keysShared && keyStorage(config.keysShared, owner);
  if (!place) return undefined;
  const folder = keysFolder(config);
  // Under the lock, so that a key just replaced here is not overwritten by its old version.
  return withKeysFolderLock(config, async () => {
    const { mark, files: theirs } = await place.read();
    if (!theirs) return mark;
    requireOwn(config, { theirs, noted: await recordedKeys(owner), folder });
    await writeKeyFiles(folder, theirs);
    return mark;
  });
}

/**
 * Publishes this machine's keys to the shared place, if configured. Called after every key change,
 * under `withKeysFolderLock`.
 */
export async function publishSharedKeys({ config, owner, now }: Given): Promise<void> {
  const { keysShared } = config;
  if (!keysShared) return;
  await withKeyLock(owner, 'keys', async (held) =>
    keyStorage(keysShared, held).write(await readKeyFiles(keysFolder(config)), now),
  );
}

/** Creates a missing key. */
export async function makeKey(config: Config, name: KeyName): Promise<void> {
  if (name === 'audit') await makeSigningKey(config.dataFolder);
  else await openKeyFile(config.dataFolder, `${name}.key`);
}

async function sharedKeys(
  config: Config,
  held: KeyTables,
  place: KeyStorage | undefined,
): Promise<KeyFiles | undefined> {
  const isSealed = (await sealedKeysVersion(held)) > 0;
  if (isSealed && !(config.keysShared && 'secret' in config.keysShared))
    throw new StartupError([{ setting: 'KEYS_SECRET', text: keysSecretMissing }]);
  return place && (await reaching(config, () => place.read())).files;
}

async function reaching<T>(config: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KeysSecretMismatch)
      throw new StartupError([{ setting: 'KEYS_SECRET', text: keysSecretDiffers }], { cause: error });
    const { keysShared } = config;
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (!keysShared || !('folder' in keysShared) || syscall === undefined) throw error;
    throw new StartupError([{ setting: 'KEYS_FOLDER', text: sharedFolderUnusable(keysShared.folder, message) }], {
      cause: error,
    });
  }
}

type Shared = { readonly theirs: KeyFiles; readonly noted: RecordedKeys; readonly folder: string };
const NOT_ASKED = { inUse: [], hasAccounts: false };

/** The shared place must contain the keys recorded in the database. */
function requireOwn(config: Config, { theirs, noted, folder }: Shared): void {
  const shared = compareKeys(noted, { here: fingerprintsOf(theirs, folder), ...NOT_ASKED });
  if ('refused' in shared)
    throw new StartupError([{ setting: settingOf(config), text: sharedKeysDiffer(shared.name) }]);
}

/**
 * Never overwrite shared keys of another installation, whether the database has recorded their
 * fingerprints or ours.
 */
async function refuseForeign(config: Config, { theirs, noted, folder }: Shared): Promise<void> {
  requireOwn(config, { theirs, noted, folder });
  const before = await readKeyFiles(folder);
  const ours = ownKeys(before, folder);
  if (!ours) return;
  // Keys replaced elsewhere meanwhile, or not here yet, come from the shared place. Before any key
  // is recorded, the shared place decides.
  const known = noted.audit.length > 0 ? noted : fingerprintsOf(theirs, folder);
  const verdict = compareKeys(known, { here: ours, ...NOT_ASKED });
  const isForeign = 'refused' in verdict && verdict.refused === 'foreign';
  // A key introduced while this machine was offline, whose public half is in the shared place, once
  // belonged to the installation.
  const wasIntroduced = isForeign && verdict.name === 'audit' && ours.audit.some((each) => hasPublic(theirs, each));
  if (isForeign && !wasIntroduced) throw new StartupError([{ text: keysErrorText(config, verdict) }]);
}

/** Undefined if a key cannot be read: it will be replaced. */
function ownKeys(files: KeyFiles, folder: string): ReturnType<typeof fingerprintsOf> | undefined {
  try {
    return fingerprintsOf(files, folder);
  } catch {
    return undefined;
  }
}

const hasPublic = (files: KeyFiles, fingerprint: string): boolean => `public/${fingerprint.slice(0, 16)}.pem` in files;

const samePrivate = (one: KeyFiles | undefined, other: KeyFiles): boolean =>
  one !== undefined && Object.entries(other).every(([path, text]) => one[path] === text);

const settingOf = ({ keysShared }: Config): 'KEYS_FOLDER' | 'KEYS_SECRET' =>
  keysShared && 'folder' in keysShared ? 'KEYS_FOLDER' : 'KEYS_SECRET';
