import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../canonical-json.ts';
import type { Signer } from '../chain/chain-signer.ts';
import { writeOnce } from '../write-once.ts';

/** The text a key signs to introduce the next one; stored beside the public key of that one. */
type Introduction = {
  /** Hex SHA-256 of the introduced key. */
  fingerprint: string;
  /** Id of the introducing key. */
  by: string;
  /** Unix seconds. */
  at: number;
  /** Base64. */
  signature: string;
};

export type PublicKeys = {
  /** All public keys that have signed here, by id. */
  keys: ReadonlyMap<string, KeyObject>;
  /**
   * The introducing key id, by the id of the introduced key. Only valid signatures are included.
   */
  introducedBy: ReadonlyMap<string, string>;
  /** Files that are invalid, or named after another key. */
  unreadable: readonly string[];
};

/** Hex SHA-256 of a public key in DER. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** The id of a key: the first 16 digits of its fingerprint. */
export const keyIdOfFingerprint = (fingerprint: string): string => fingerprint.slice(0, 16);
export const keyIdOf = (publicKey: KeyObject): string => keyIdOfFingerprint(fingerprintOf(publicKey));

/**
 * Stores a public key by its id, for the ten years its signatures must stay verifiable, and its
 * introduction.
 */
export async function writePublicKey(
  folder: string,
  key: KeyObject,
  introduction?: { by: Signer; at: number },
): Promise<void> {
  const publicKey = key.type === 'public' ? key : createPublicKey(key as never);
  const fingerprint = fingerprintOf(publicKey);
  const name = join(folder, 'public', keyIdOfFingerprint(fingerprint));
  await writeOnce(`${name}.pem`, String(publicKey.export({ type: 'spki', format: 'pem' })));
  if (!introduction) return;
  const statement = { fingerprint, by: introduction.by.keyId, at: introduction.at };
  const signature = introduction.by.sign(introducing(statement)).toString('base64');
  await writeOnce(`${name}.introduced.json`, `${JSON.stringify({ ...statement, signature })}\n`);
}

/** Reads all public keys of a data folder. */
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
    const statement = await introductionIn(join(folder, name), keys);
    if (statement && `${keyIdOfFingerprint(statement.fingerprint)}.introduced.json` === name)
      introducedBy.set(keyIdOfFingerprint(statement.fingerprint), statement.by);
    else unreadable.push(name);
  }
  return { keys, introducedBy, unreadable };
}

/** All public keys that have signed here, by id. */
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

/** The prefix makes the signed digest distinct from any hash of a link. */
const introducing = (statement: Omit<Introduction, 'signature'>): Buffer =>
  createHash('sha256')
    .update(`facturier introduces ${canonicalJson(statement)}`)
    .digest();
