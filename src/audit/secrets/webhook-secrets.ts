import { randomBytes } from 'node:crypto';
import { openKeyFile } from '../keys/key-file.ts';
import { decryptWithKey, encryptWithKey } from './key-encryption.ts';

/** Random bytes of a signing secret. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Encrypts webhook secrets, so that the database alone reveals none. */
export type WebhookSecrets = {
  /** Encrypts the secret of one endpoint: it only decrypts for that endpoint. */
  lock: (secret: string, endpointId: string) => string;
  /** Decrypts it. Throws for another key: the data folder does not belong to the database. */
  open: (locked: string, endpointId: string) => string;
};

/** A new secret, as shown once: `whsec_` and base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The signing key bytes. */
export const keyOfWebhookSecret = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');

/**
 * Opens the encryption key (`openKeyFile`, whose refusal it throws), which is in the data folder
 * and never in the database.
 */
export const openWebhookSecrets = async (dataFolder: string): Promise<WebhookSecrets> =>
  webhookSecretsWithKey(await openKeyFile(dataFolder, 'webhook.key'));

/** The same with a given key. */
export const webhookSecretsWithKey = (key: Buffer): WebhookSecrets => ({
  lock: (secret, endpointId) => encryptWithKey(secret, key, endpointId),
  open: (locked, endpointId) => decryptWithKey(locked, key, endpointId),
});
