import { randomBytes } from 'node:crypto';
import { openKeyFile } from '../keys/key-file.ts';
import { decryptWithKey, encryptWithKey } from './key-encryption.ts';

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
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The bytes that sign. */
export const keyOfWebhookSecret = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');

/**
 * Opens the key that encrypts them (`openKeyFile`, whose refusal it throws): in the data folder and never in the database.
 */
export const openWebhookSecrets = async (dataFolder: string): Promise<WebhookSecrets> =>
  webhookSecretsWithKey(await openKeyFile(dataFolder, 'webhook.key'));

/** The same with a key at hand. */
export const webhookSecretsWithKey = (key: Buffer): WebhookSecrets => ({
  lock: (secret, endpointId) => encryptWithKey(secret, key, endpointId),
  open: (locked, endpointId) => decryptWithKey(locked, key, endpointId),
});
