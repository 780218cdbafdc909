import { createHash, randomBytes, scrypt } from 'node:crypto';
import { decryptWithKey, encryptWithKey, KEY_BYTES } from './key-encryption.ts';

/** Cost of one guess: 128 MiB and about half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MEMORY_BYTES_MAX = 256 * 1024 ** 2;
const SALT_BYTES = 16;

type Box = { kdf: 'scrypt'; N: number; r: number; p: number; salt: string; cipher: 'aes-256-gcm'; box: string };

/** Locks a text so that only who knows the passphrase reads it: scrypt makes the key, AES-256-GCM the box, as JSON. */
export async function encryptWithPassphrase(text: string, passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await keyFrom(passphrase, salt);
  const box: Box = {
    kdf: 'scrypt',
    ...COST,
    salt: salt.toString('base64'),
    cipher: 'aes-256-gcm',
    box: encryptWithKey(text, key, PLACE),
  };
  return `${JSON.stringify(box)}\n`;
}

/** Reads what `encryptWithPassphrase` wrote; undefined where the passphrase is another. Throws where it is no such box. */
export async function decryptWithPassphrase(locked: string, passphrase: string): Promise<string | undefined> {
  const { kdf, N, r, p, salt, cipher, box } = JSON.parse(locked) as Box;
  // Another cost could ask for any amount of memory.
  if (kdf !== 'scrypt' || cipher !== 'aes-256-gcm' || N !== COST.N || r !== COST.r || p !== COST.p)
    throw new Error('this box was locked by another version');
  const key = await keyFrom(passphrase, Buffer.from(salt, 'base64'));
  try {
    return decryptWithKey(box, key, PLACE);
  } catch {
    return undefined;
  }
}

/**
 * A key that proves who wrote something, from the passphrase alone: `purpose` is its salt, so that the same words always
 * give the same key for it. Made once and kept: it costs as much as opening a box.
 */
export const proofKey = (passphrase: string, purpose: string): Promise<Buffer> =>
  keyFrom(passphrase, createHash('sha256').update(`facturier proof ${purpose}`).digest());

/** A box of another purpose is not read as one of these. */
const PLACE = 'facturier backup';

const keyFrom = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    // The same words typed on two systems may be other bytes.
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { ...COST, maxmem: MEMORY_BYTES_MAX }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
