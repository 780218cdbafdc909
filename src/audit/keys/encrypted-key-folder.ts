import { hkdfSync, randomBytes } from 'node:crypto';
import { decryptWithKey, encryptWithKey, KEY_BYTES } from '../secrets/key-encryption.ts';
import type { KeyFiles } from './key-folder.ts';

const SALT_BYTES = 16;
/** A box of another purpose is not read as one of these. */
const PLACE = 'facturier keys of an installation';

type Box = { kdf: 'hkdf-sha256'; salt: string; cipher: 'aes-256-gcm'; box: string };

/**
 * Seals the keys of an installation under the secret its machines share: HKDF-SHA-256 with a salt of its own makes the key, AES-256-GCM
 * the box. The secret is random, so nothing is gained by a costly derivation.
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

/** Reads what `encryptKeyFiles` wrote; undefined where the secret is another, or a bit was changed. */
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
