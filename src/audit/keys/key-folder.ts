import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readIfExists } from '../write-once.ts';
import type { KeyName, LocalKeys } from './compare-keys.ts';
import { KeyFileUnreadable, keyIn } from './key-file.ts';
import { fingerprintOf } from './public-keys.ts';
import { SigningKeyUnreadable } from './signing-key.ts';

/**
 * The files in the key folder shared by all machines of an installation: texts by path, with
 * slashes.
 */
export type KeyFiles = Readonly<Record<string, string>>;

/**
 * The current signing key first, then the next and the previous one of a rotation. Additions
 * precede removals.
 */
const PRIVATE: Readonly<Record<KeyName, readonly string[]>> = {
  audit: ['audit.key.pem', 'audit.next.pem', 'audit.previous.pem'],
  webhook: ['webhook.key'],
  portal: ['portal.key'],
};
const everyPrivate = Object.values(PRIVATE).flat();
const PUBLIC = /^[0-9a-f]{16}\.(pem|introduced\.json)$/;

/** The path of a key in the key folder. */
export const fileOfKey = (name: KeyName): string => PRIVATE[name][0] as string;

/** Reads the shared files of a key folder; empty if it does not exist. */
export async function readKeyFiles(folder: string): Promise<KeyFiles> {
  const names = (await readdir(join(folder, 'public')).catch(() => [])).filter((name) => PUBLIC.test(name));
  const found: Record<string, string> = {};
  for (const path of [...everyPrivate, ...names.sort().map((name) => `public/${name}`)]) {
    const text = await readIfExists(join(folder, path));
    if (text !== undefined) found[path] = text;
  }
  return found;
}

/**
 * Writes the private keys of `files` to a key folder and removes all others; public keys are added.
 * Each file is replaced atomically, so concurrent readers find every key that existed and stays.
 * Call it while no other process writes keys: half-written files of a killed process, possibly
 * private keys, are removed.
 */
export async function writeKeyFiles(folder: string, files: KeyFiles): Promise<void> {
  await mkdir(join(folder, 'public'), { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const here = await readKeyFiles(folder);
  const paths = Object.keys(files).filter(
    (path) => everyPrivate.includes(path) || PUBLIC.test(path.slice('public/'.length)),
  );
  // Public keys first, then the next key, and the current key last.
  const inOrder = [
    ...paths.filter((path) => !everyPrivate.includes(path)),
    ...everyPrivate.filter((path) => path in files).reverse(),
  ];
  for (const path of inOrder)
    if (here[path] !== files[path]) await writeWhole(join(folder, path), files[path] as string);
  for (const path of everyPrivate) if (path in here && !(path in files)) await rm(join(folder, path), { force: true });
}

/** The fingerprints of the private keys. Throws for an invalid one, with its path in `folder`. */
export function fingerprintsOf(files: KeyFiles, folder: string): LocalKeys {
  const textsOf = (name: KeyName): [string, string][] =>
    PRIVATE[name].flatMap((path) => (files[path] === undefined ? [] : [[join(folder, path), files[path]]]));
  return {
    audit: textsOf('audit').map(([file, text]) => signingFingerprint(file, text)),
    webhook: textsOf('webhook').map(([file, text]) => boxFingerprint('webhook', file, text)),
    portal: textsOf('portal').map(([file, text]) => boxFingerprint('portal', file, text)),
  };
}

function signingFingerprint(file: string, text: string): string {
  try {
    return fingerprintOf(createPublicKey(createPrivateKey(text)));
  } catch (error) {
    throw new SigningKeyUnreadable(file, error);
  }
}

/** A digest reveals nothing about a 256-bit random key. */
function boxFingerprint(name: KeyName, file: string, text: string): string {
  const key = keyIn(text);
  if (!key) throw new KeyFileUnreadable(file);
  return createHash('sha256').update(`facturier ${name} key `).update(key).digest('hex');
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const each of [folder, join(folder, 'public')])
    for (const name of await readdir(each)) if (UNFINISHED.test(name)) await rm(join(each, name), { force: true });
}

/** The temporary names of `writeWhole`. */
const UNFINISHED = /^\.\d+\.[\d.]+\.new$/;

async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = join(dirname(file), `.${process.pid}.${performance.now()}.new`);
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}
