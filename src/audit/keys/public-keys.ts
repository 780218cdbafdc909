import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../canonical-json.ts';
import type { Signer } from '../chain/chain-signer.ts';
import { writeOnce } from '../write-once.ts';

/** What a key signs to introduce the one after it; kept beside the public half of that one. */
type Introduction = {
  /** Hex SHA-256 of the key that is introduced. */
  fingerprint: string;
  /** Id of the key that introduces it. */
  by: string;
  /** Unix seconds. */
  at: number;
  /** Base64. */
  signature: string;
};

export type PublicKeys = {
  /** Every public key that has signed here, by its id. */
  keys: ReadonlyMap<string, KeyObject>;
  /** Ids of the keys that introduce others, by the id of who is introduced. Only what is truly signed is here. */
  introducedBy: ReadonlyMap<string, string>;
  /** Files that hold no key, or another than their name says. */
  unreadable: readonly string[];
};

/** Hex SHA-256 of a public key, as DER. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** The short name of a key: the first 16 digits of its fingerprint. */
export const keyIdOfFingerprint = (fingerprint: string): string => fingerprint.slice(0, 16);
export const keyIdOf = (publicKey: KeyObject): string => keyIdOfFingerprint(fingerprintOf(publicKey));

/** Keeps the public half of a key by its id, for the ten years in which what it signed must verify; and who introduces it. */
export async function writePublicKey(
  folder: string,
  key: KeyObject,
  introduction?: { by: Signer; at: number },
): Promise<void> {
  const publicKey = createPublicKey(key as never);
  const fingerprint = fingerprintOf(publicKey);
  const name = join(folder, 'public', keyIdOfFingerprint(fingerprint));
  await writeOnce(`${name}.pem`, String(publicKey.export({ type: 'spki', format: 'pem' })));
  if (!introduction) return;
  const said = { fingerprint, by: introduction.by.keyId, at: introduction.at };
  const signature = introduction.by.sign(introducing(said)).toString('base64');
  await writeOnce(`${name}.introduced.json`, `${JSON.stringify({ ...said, signature })}\n`);
}

/** Reads every public key of a data folder. */
export async function readPublicKeys(dataFolder: string): Promise<PublicKeys> {
  const folder = join(dataFolder, 'keys', 'public');
  const keys = new Map<string, KeyObject>();
  const unreadable: string[] = [];
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.pem'))) {
    const key = await publicKeyIn(join(folder, name));
    if (key && `${keyIdOf(key)}.pem` === name) keys.set(keyIdOf(key), key);
    else unreadable.push(name);
  }
  const introducedBy = new Map<string, string>();
  for (const name of names.filter((each) => each.endsWith('.introduced.json'))) {
    const said = await introductionIn(join(folder, name), keys);
    if (said && `${keyIdOfFingerprint(said.fingerprint)}.introduced.json` === name)
      introducedBy.set(keyIdOfFingerprint(said.fingerprint), said.by);
    else unreadable.push(name);
  }
  return { keys, introducedBy, unreadable };
}

/** Every public key that has signed here, by its id. */
export const knownPublicKeys = async (dataFolder: string): Promise<ReadonlyMap<string, KeyObject>> =>
  (await readPublicKeys(dataFolder)).keys;

async function publicKeyIn(file: string): Promise<KeyObject | undefined> {
  try {
    return createPublicKey(await readFile(file));
  } catch {
    return undefined;
  }
}

async function introductionIn(file: string, keys: ReadonlyMap<string, KeyObject>): Promise<Introduction | undefined> {
  try {
    const { fingerprint, by, at, signature } = JSON.parse(await readFile(file, 'utf8')) as Introduction;
    const key = keys.get(by);
    const introduced = keys.get(keyIdOfFingerprint(fingerprint));
    const isTrue =
      key &&
      introduced &&
      fingerprintOf(introduced) === fingerprint &&
      verify(null, introducing({ fingerprint, by, at }), key, Buffer.from(signature, 'base64'));
    return isTrue ? { fingerprint, by, at, signature } : undefined;
  } catch {
    return undefined;
  }
}

/** What is signed is no hash of a link, whatever its members say. */
const introducing = (said: Omit<Introduction, 'signature'>): Buffer =>
  createHash('sha256')
    .update(`facturier introduces ${canonicalJson(said)}`)
    .digest();
