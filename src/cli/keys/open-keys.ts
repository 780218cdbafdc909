import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { UnreliableClockError } from '../../audit/chain/chain-signer.ts';
import { type OpenChainSigner, openChainSigner } from '../../audit/chain/open-chain-signer.ts';
import type { KeyName } from '../../audit/keys/compare-keys.ts';
import { KeyFileUnreadable } from '../../audit/keys/key-file.ts';
import { fileOfKey, readKeyFiles } from '../../audit/keys/key-folder.ts';
import { privateKeyIds, SigningKeyMissing, SigningKeyUnreadable } from '../../audit/keys/signing-key.ts';
import { KEY_BYTES } from '../../audit/secrets/key-encryption.ts';
import { openPortalTokens, type PortalTokens, portalTokensWithKey } from '../../audit/secrets/portal-tokens.ts';
import { openWebhookSecrets, type WebhookSecrets, webhookSecretsWithKey } from '../../audit/secrets/webhook-secrets.ts';
import type { Config } from '../../config.ts';
import { type Clocks, clockProblem } from '../../domain/time/clock.ts';
import { withFileLock } from '../../runtime/file-lock.ts';
import { StartupError } from '../../startup-error.ts';
import { fetchSharedKeys, keysFolder, syncKeys } from './sync-keys.ts';

type OwnKeys = { seal: OpenChainSigner; webhookSecrets: WebhookSecrets; portalTokens: PortalTokens };

/**
 * Opens the keys of this machine after syncing them with the installation (`syncKeys`, whose
 * refusals it throws). With `unsealed`, nothing is refused or created: read-only commands use the
 * keys that exist and sign nothing. `inUse`: ids of the signing keys that chains currently use.
 * `now`: Unix seconds.
 */
export async function openInstallationKeys(
  given: { config: Config; owner: pg.Pool; inUse: () => Promise<readonly string[]>; now: number },
  { unsealed = false, onTrouble }: { unsealed?: boolean; onTrouble?: ((error: unknown) => void) | undefined },
): Promise<OwnKeys> {
  const { config } = given;
  const hadKeys = privateKeyIds(config.dataFolder).length > 0;
  if (unsealed) {
    // Read-only commands may run on a machine that has never served.
    if (!hadKeys) await fetchSharedKeys(given).catch(() => {});
    return { seal: noSeal, ...(await keyed(secretsOf(config, unsealed), config)) };
  }
  const inUse = await given.inUse();
  await keyed(syncKeys(given, inUse), config);
  const joined = !hadKeys && config.keysShared !== undefined;
  const seal = await sealed(config, { inUse, joined, onTrouble });
  return { seal, ...(await keyed(secretsOf(config, unsealed), config)) };
}

/** Read-only commands may be needed because the key is missing. */
const noSeal: OpenChainSigner = {
  signer: () => {
    throw new Error('this command does not sign');
  },
  anchor: () => {},
  renewAnchors: async () => {},
  headsWaitingMs: () => 0,
  headsBytes: () => 0,
  close: async () => {},
};

async function sealed(
  { dataFolder }: Config,
  given: { inUse: readonly string[]; joined: boolean; onTrouble: ((error: unknown) => void) | undefined },
): Promise<OpenChainSigner> {
  try {
    return { ...(await openChainSigner(dataFolder, { lock: withFileLock, ...given })), watch: watchClock };
  } catch (error) {
    if (!(error instanceof SigningKeyMissing || error instanceof SigningKeyUnreadable)) throw error;
    throw new StartupError([{ text: keyGone(error.file, error instanceof SigningKeyMissing ? error.keyId : '') }], {
      cause: error,
    });
  }
}

function watchClock(clocks: Clocks): void {
  const problem = clockProblem(clocks);
  if (problem) throw new UnreliableClockError(problem);
}

/** Read-only commands use existing secrets and create none. */
async function secretsOf({ dataFolder }: Config, unsealed: boolean) {
  const here = await readKeyFiles(keysFolder({ dataFolder }));
  const opens = (name: KeyName): boolean => !unsealed || fileOfKey(name) in here;
  return {
    webhookSecrets: opens('webhook') ? await openWebhookSecrets(dataFolder) : webhookSecretsWithKey(noKey()),
    portalTokens: opens('portal') ? await openPortalTokens(dataFolder) : portalTokensWithKey(noKey()),
  };
}

/** A random key that decrypts nothing and is not stored. */
const noKey = (): Buffer => randomBytes(KEY_BYTES);

async function keyed<T>(opening: Promise<T>, { dataFolder }: Config): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof SigningKeyUnreadable)
      throw new StartupError([{ text: keyGone(error.file, '') }], { cause: error });
    if (!(error instanceof KeyFileUnreadable)) throw error;
    const isPortal = error.file === join(keysFolder({ dataFolder }), fileOfKey('portal'));
    throw new StartupError([{ text: (isPortal ? portalKeyGone : webhookKeyGone)(error.file) }], { cause: error });
  }
}

const webhookKeyGone = (file: string) => ({
  fr: `le fichier ${file} ne contient plus la clé qui chiffre les secrets des webhooks. Restaurez-le d’une sauvegarde du dossier de données. Sans sauvegarde : npx facturier keys replace webhook --lost, puis supprimez et recréez chaque webhook (/v2/webhooks).`,
  en: `the file ${file} no longer contains the key that encrypts webhook secrets. Restore it from a backup of the data folder. Without a backup: npx facturier keys replace webhook --lost, then delete and recreate each webhook (/v2/webhooks).`,
});

const portalKeyGone = (file: string) => ({
  fr: `le fichier ${file} ne contient plus la clé des secrets des espaces clients. Restaurez-le d’une sauvegarde du dossier de données. Sans sauvegarde : npx facturier keys replace portal --lost ; chaque espace client a alors un nouveau secret.`,
  en: `the file ${file} no longer contains the key of the customer portal secrets. Restore it from a backup of the data folder. Without a backup: npx facturier keys replace portal --lost; every portal then has a new secret.`,
});

const keyGone = (file: string, keyId: string) => ({
  fr: `la clé qui signe la piste d’audit ${keyId && `(${keyId}) `}n’est pas dans ${file}. Restaurez ce fichier d’une sauvegarde du dossier de données. S’il est définitivement perdu : npx facturier audit new-key --lost (la perte est enregistrée dans la piste d’audit).`,
  en: `the key that signs the audit trail ${keyId && `(${keyId}) `}is not in ${file}. Restore that file from a backup of the data folder. If it is permanently lost: npx facturier audit new-key --lost (the loss is recorded in the audit trail).`,
});
