import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeOnce } from './written-once.ts';

export type SigningKey = { keyId: string; privateKey: KeyObject };

/**
 * The key that signs the audit chain, made once, in the data folder and never in the database. Its public half is kept
 * beside it by its id, and stays when the key is replaced: what it signed must verify for ten years.
 */
export async function openSigningKey(dataFolder: string): Promise<SigningKey> {
  const folder = join(dataFolder, 'keys');
  await mkdir(join(folder, 'public'), { recursive: true, mode: 0o700 });
  const file = join(folder, 'audit.key.pem');
  const privateKey = createPrivateKey((await readIfThere(file)) ?? (await made(file)));
  const publicKey = createPublicKey(privateKey);
  const keyId = keyIdOf(publicKey);
  await writeOnce(join(folder, 'public', `${keyId}.pem`), String(publicKey.export({ type: 'spki', format: 'pem' })));
  return { keyId, privateKey };
}

/** Every public key that has signed here, by its id. A file whose key is not the one it is named after is left out. */
export async function knownPublicKeys(dataFolder: string): Promise<ReadonlyMap<string, KeyObject>> {
  const folder = join(dataFolder, 'keys', 'public');
  const known = new Map<string, KeyObject>();
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.pem'))) {
    const key = createPublicKey(await readFile(join(folder, name)));
    if (`${keyIdOf(key)}.pem` === name) known.set(keyIdOf(key), key);
  }
  return known;
}

const keyIdOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

async function made(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeOnce(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  // Another process may have been first: the key is the one that is there.
  return readFile(file, 'utf8');
}
