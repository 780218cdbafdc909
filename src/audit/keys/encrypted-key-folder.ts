import { hkdfSync, randomBytes } from 'node:crypto';
import { decryptWithKey, encryptWithKey, KEY_BYTES } from '../secrets/key-encryption.ts';
import type { KeyFiles } from './key-folder.ts';

const SALT_BYTES = 16;
/** Binds the ciphertext to its purpose, so that one of another purpose is rejected. */
const PLACE = 'facturier keys of an installation';

type Box = { kdf: 'hkdf-sha256'; salt: string; cipher: 'aes-256-gcm'; box: string };

/**
 * Encrypts the keys of an installation with the secret shared by its machines: HKDF-SHA-256 with a
 * random salt derives the key, AES-256-GCM encrypts. The secret is random, so a slow derivation
 * would add nothing.
 */
export function encryptKeyFiles(files: KeyFiles, secret: Buffer): string {
  const salt = randomBytes(SALT_BYTES);
  const box = encryptWithKey(JSON.stringify(files), keyFrom(secret, salt), PLACE);
  return JSON.stringify({
    kdf: 'hkdf-sha256',
    salt: salt.toString('base64'),
    cipher: 'aes-256-gcm',
    box,
  } satisfies Box);
}

/** Decrypts the result of `encryptKeyFiles`; undefined for another secret or changed data. */
export function decryptKeyFiles(sealed: string, secret: Buffer): KeyFiles | undefined {
  try {
    const { kdf, salt, cipher, box } = JSON.parse(sealed) as Box;
    if (kdf !== 'hkdf-sha256' || cipher !== 'aes-256-gcm') return undefined;
    return JSON.parse(decryptWithKey(box, keyFrom(secret, Buffer.from(salt, 'base64')), PLACE)) as KeyFiles;
  } catch {
    return undefined;
  }
}

const keyFrom = (secret: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, PLACE, KEY_BYTES));
