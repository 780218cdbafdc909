import { createHash, randomBytes, scrypt } from 'node:crypto';
import { decryptWithKey, encryptWithKey, KEY_BYTES } from './key-encryption.ts';

/** The cost of one guess: 128 MiB and about half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MEMORY_BYTES_MAX = 256 * 1024 ** 2;
const SALT_BYTES = 16;

type Box = { kdf: 'scrypt'; N: number; r: number; p: number; salt: string; cipher: 'aes-256-gcm'; box: string };

/**
 * Encrypts a text with a passphrase: scrypt derives the key, AES-256-GCM encrypts, the result is
 * JSON.
 */
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

/**
 * Decrypts the result of `encryptWithPassphrase`; undefined for another passphrase. Throws for
 * another format.
 */
export async function decryptWithPassphrase(locked: string, passphrase: string): Promise<string | undefined> {
  const { kdf, N, r, p, salt, cipher, box } = JSON.parse(locked) as Box;
  // Other cost parameters could demand any amount of memory.
  if (kdf !== 'scrypt' || cipher !== 'aes-256-gcm' || N !== COST.N || r !== COST.r || p !== COST.p)
    throw new Error('this data was encrypted by another version');
  const key = await keyFrom(passphrase, Buffer.from(salt, 'base64'));
  try {
    return decryptWithKey(box, key, PLACE);
  } catch {
    return undefined;
  }
}

/**
 * A key derived from a passphrase to authenticate data: `purpose` is the salt, so that the same
 * words always give the same key. Store it: deriving it is as slow as decrypting.
 */
export const proofKey = (passphrase: string, purpose: string): Promise<Buffer> =>
  keyFrom(passphrase, createHash('sha256').update(`facturier proof ${purpose}`).digest());

/** Binds the ciphertext to its purpose, so that one of another purpose is rejected. */
const PLACE = 'facturier backup';

const keyFrom = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    // The same words may be encoded as different bytes on two systems.
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { ...COST, maxmem: MEMORY_BYTES_MAX }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
