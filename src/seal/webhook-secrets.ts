import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_BYTES, lockWithKey, takeOutWithKey } from './secret-box.ts';
import { readIfThere, writeOnce } from './written-once.ts';

/** Random bytes of a secret that signs deliveries. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Keeps the secrets of webhooks, so that the database alone gives none away. */
export type WebhookSecrets = {
  /** Encrypts the secret of one endpoint: it can be read for that endpoint only. */
  lock: (secret: string, endpointId: string) => string;
  /** Reads it again. Throws where the key is another: the data folder is not the one that goes with the database. */
  open: (locked: string, endpointId: string) => string;
};

/** A new secret, as it is shown once: `whsec_` and base64. */
export const drawWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The bytes that sign. */
export const keyOfWebhookSecret = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');

/** The file of that key holds none: what it encrypted cannot be read, and nothing must be encrypted by another. */
export class WebhookKeyUnreadable extends Error {
  readonly file: string;
  constructor(file: string) {
    super(`${file} does not hold a key of ${KEY_BYTES} bytes`);
    this.file = file;
  }
}

/**
 * Opens the key that encrypts them, in the data folder and never in the database, made by the first process that needs
 * it; every process of the folder has the same. Throws `WebhookKeyUnreadable` for a file that was emptied or garbled.
 */
export async function openWebhookSecrets(dataFolder: string): Promise<WebhookSecrets> {
  const folder = join(dataFolder, 'keys');
  const file = join(folder, 'webhook.key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeOnce(file, randomBytes(KEY_BYTES).toString('base64'));
  const text = ((await readIfThere(file)) ?? '').trim();
  const key = Buffer.from(text, 'base64');
  // What is no base64 is read as far as it goes: it must say the very same again.
  if (key.length !== KEY_BYTES || key.toString('base64') !== text) throw new WebhookKeyUnreadable(file);
  return webhookSecretsBy(key);
}

/** The same with a key at hand. */
export const webhookSecretsBy = (key: Buffer): WebhookSecrets => ({
  lock: (secret, endpointId) => lockWithKey(secret, key, endpointId),
  open: (locked, endpointId) => takeOutWithKey(locked, key, endpointId),
});
