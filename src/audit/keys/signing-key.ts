import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signer } from '../chain/chain-signer.ts';
import { writeOnce } from '../write-once.ts';
import { fingerprintOf, keyIdOf, writePublicKey } from './public-keys.ts';

/**
 * The private key files, in `keys` of the data folder, never in the database: the current key; the
 * next one during a rotation, while it is introduced into the chains; and the previous one, until
 * no chain needs it. An interrupted rotation is completed by the next.
 */
const FILES = { current: 'audit.key.pem', next: 'audit.next.pem', previous: 'audit.previous.pem' } as const;

/** A chain needs a key this data folder does not have, so it cannot be continued. */
export class SigningKeyMissing extends Error {
  readonly keyId: string;
  readonly file: string;
  constructor(keyId: string, file: string) {
    super(`the signing key ${keyId} is not in ${file}`);
    this.keyId = keyId;
    this.file = file;
  }
}

/** The key file is invalid. */
export class SigningKeyUnreadable extends Error {
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} does not hold a signing key`, { cause });
    this.file = file;
  }
}

/**
 * Opens the signing keys of the audit chain. If no chain has a link yet (`inUse` is empty) the
 * first process creates the key; otherwise every key in use must be here (`SigningKeyMissing`) and
 * none is ever created instead. Keys added by a rotation at runtime are read when a chain first
 * needs them.
 */
export async function openSigningKeys(
  dataFolder: string,
  inUse: readonly string[],
): Promise<{ signer: (keyId: string | null | undefined) => Signer }> {
  const folder = join(dataFolder, 'keys');
  await mkdir(join(folder, 'public'), { recursive: true, mode: 0o700 });
  const known = new Map<string, Signer>();
  const signer = (keyId: string | null | undefined): Signer => {
    const found = known.get(keyId ?? '') ?? signerIn(folder, keyId);
    known.set(found.keyId, found);
    return found;
  };
  if (inUse.length === 0) await makeKey(join(folder, FILES.current));
  for (const keyId of inUse) signer(keyId);
  await writePublicKey(folder, readKey(folder, 'current') ?? missing(folder, inUse[0] ?? ''));
  return { signer };
}

/** Creates the signing key if there is none. Only call it if no chain has a link yet. */
export async function makeSigningKey(dataFolder: string): Promise<void> {
  await openSigningKeys(dataFolder, []);
}

/** The ids of the private keys here, the current one first. Invalid files are ignored. */
export function privateKeyIds(dataFolder: string): string[] {
  const folder = join(dataFolder, 'keys');
  return (['current', 'next', 'previous'] as const).flatMap((which) => {
    try {
      const key = readKey(folder, which);
      return key ? [keyIdOf(createPublicKey(key))] : [];
    } catch {
      return [];
    }
  });
}

/** The two keys of a rotation. */
export type KeyRotation = { from: Signer; to: Signer; fingerprint: string; publicKey: string };

/**
 * Begins a key rotation, or returns the one in progress: creates the new key and its introduction,
 * signed by the old one and stored beside the public key. Chains continue with the old key until
 * each has its link.
 */
export async function beginKeyRotation(dataFolder: string, now: number): Promise<KeyRotation> {
  const folder = join(dataFolder, 'keys');
  const current = readKey(folder, 'current') ?? missing(folder, 'audit.key.pem');
  const previous = readKey(folder, 'previous');
  // Interrupted between the last two steps: the key is already current, but some chains may not
  // know it yet.
  if (previous && !readKey(folder, 'next')) return changeBetween(previous, current);
  await makeKey(join(folder, FILES.next));
  const next = readKey(folder, 'next') as KeyObject;
  await writePublicKey(folder, next, { by: signerOf(current), at: now });
  return changeBetween(current, next);
}

/** Makes the new key the current one. The old one stays available until `endKeyRotation`. */
export async function activateNewKey(dataFolder: string): Promise<void> {
  const file = (which: keyof typeof FILES) => join(dataFolder, 'keys', FILES[which]);
  if (!readKey(join(dataFolder, 'keys'), 'next')) return;
  await link(file('current'), file('previous')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rename(file('next'), file('current'));
}

/** Deletes the old key, once no chain needs it. */
export const endKeyRotation = (dataFolder: string): Promise<void> =>
  rm(join(dataFolder, 'keys', FILES.previous), { force: true });

/**
 * Replaces a lost key. A damaged key file is kept aside. Only links introduce the new key. An
 * interrupted replacement continues with the key it created, which chains name (`inUse`).
 */
export async function replaceLostKey(
  dataFolder: string,
  { now, inUse }: { now: number; inUse: readonly string[] },
): Promise<Omit<KeyRotation, 'from'>> {
  const folder = join(dataFolder, 'keys');
  const file = join(folder, FILES.current);
  await mkdir(join(folder, 'public'), { recursive: true, mode: 0o700 });
  if (!privateKeyIds(dataFolder).some((keyId) => inUse.includes(keyId))) {
    await rename(file, `${file}.${now}.unusable`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await makeKey(file);
  }
  const key = readKey(folder, 'current') as KeyObject;
  await writePublicKey(folder, key);
  return changeBetween(key, key);
}

function changeBetween(from: KeyObject, to: KeyObject): KeyRotation {
  const publicKey = createPublicKey(to);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    from: signerOf(from),
    to: signerOf(to),
    fingerprint: fingerprintOf(publicKey),
    publicKey: der.toString('base64'),
  };
}

function signerIn(folder: string, keyId: string | null | undefined): Signer {
  // `current` is read again at the end: `next` may have become current between the two reads.
  for (const which of ['current', 'next', 'previous', 'current'] as const) {
    const key = readKey(folder, which);
    const signer = key && signerOf(key);
    if (signer && (!keyId || signer.keyId === keyId)) return signer;
  }
  return missing(folder, keyId ?? '');
}

function missing(folder: string, keyId: string): never {
  throw new SigningKeyMissing(keyId, join(folder, FILES.current));
}

const signerOf = (key: KeyObject): Signer => ({
  keyId: keyIdOf(createPublicKey(key)),
  sign: (hash) => sign(null, hash, key),
});

/** Synchronous: the chain that needs a new key is locked meanwhile, and it happens once per key. */
function readKey(folder: string, which: keyof typeof FILES): KeyObject | undefined {
  const file = join(folder, FILES[which]);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`a key for ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    throw new SigningKeyUnreadable(file, error);
  }
}

/** Another process may create it first; then that key is used. */
async function makeKey(file: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeOnce(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
}
