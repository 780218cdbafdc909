import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signer } from '../chain/chain-signer.ts';
import { writeOnce } from '../write-once.ts';
import { fingerprintOf, keyIdOf, writePublicKey } from './public-keys.ts';

/**
 * The files of private keys, in `keys` of the data folder, never in the database: today's key; the one that is being changed
 * to, while it is introduced into the chains; and the one before, until no chain needs it. A change that was cut off is
 * finished by the next.
 */
const FILES = { current: 'audit.key.pem', next: 'audit.next.pem', previous: 'audit.previous.pem' } as const;

/** A chain names a key that this data folder does not have: nobody can go on with it. */
export class SigningKeyMissing extends Error {
  readonly keyId: string;
  readonly file: string;
  constructor(keyId: string, file: string) {
    super(`the signing key ${keyId} is not in ${file}`);
    this.keyId = keyId;
    this.file = file;
  }
}

/** A file of a key holds none. */
export class SigningKeyUnreadable extends Error {
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} does not hold a signing key`, { cause });
    this.file = file;
  }
}

/**
 * Opens what signs the audit chain. Where no chain has a link yet (`inUse` is empty) the key is made by whoever comes
 * first; otherwise every key in use must be here (`SigningKeyMissing`): a new one is never made in its stead. Keys that
 * come later, by a change while the process serves, are read when a chain first names them.
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

/** Makes the key that signs, where there is none: for whoever knows that no chain has a link yet. */
export async function makeSigningKey(dataFolder: string): Promise<void> {
  await openSigningKeys(dataFolder, []);
}

/** The ids of the private keys that are here, today's first. A file that holds no key counts as none. */
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

/** Two keys of a change. */
export type KeyRotation = { from: Signer; to: Signer; fingerprint: string; publicKey: string };

/**
 * Begins to change the key, or finds the change that was begun: the new key is made, and introduced by a text the old one
 * signs, which lies beside its public half. Chains go on with the old one until each has its link.
 */
export async function beginKeyRotation(dataFolder: string, now: number): Promise<KeyRotation> {
  const folder = join(dataFolder, 'keys');
  const current = readKey(folder, 'current') ?? missing(folder, 'audit.key.pem');
  const previous = readKey(folder, 'previous');
  // Cut off between its last two steps: the key is changed already, and some chain may not know yet.
  if (previous && !readKey(folder, 'next')) return changeBetween(previous, current);
  await makeKey(join(folder, FILES.next));
  const next = readKey(folder, 'next') as KeyObject;
  await writePublicKey(folder, next, { by: signerOf(current), at: now });
  return changeBetween(current, next);
}

/** Makes the new key today's. What needs the old one may still find it until `endKeyRotation`. */
export async function activateNewKey(dataFolder: string): Promise<void> {
  const file = (which: keyof typeof FILES) => join(dataFolder, 'keys', FILES[which]);
  if (!readKey(join(dataFolder, 'keys'), 'next')) return;
  await link(file('current'), file('previous')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rename(file('next'), file('current'));
}

/** Forgets the old key: no chain needs it any more. */
export const endKeyRotation = (dataFolder: string): Promise<void> =>
  rm(join(dataFolder, 'keys', FILES.previous), { force: true });

/**
 * Makes a key in the stead of a lost one. What is left of the lost one's file is kept aside. Nothing introduces it but the
 * links that say so. A replacement that was cut off goes on with the key it made: chains name it (`inUse`).
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
  // Once more at the end: what was `next` when `current` was read may have become it before `next` was.
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

/** Read at once: a chain that names a new key is locked meanwhile, and it happens once a key. */
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

/** Another process may be first: the key is the one that is there. */
async function makeKey(file: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeOnce(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
}
