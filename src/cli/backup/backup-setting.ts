import { randomBytes } from 'node:crypto';
import { readBackupProgress, readBackupState, saveBackupProgress } from '../../backup/kept-backups.ts';
import type { Config } from '../../config.ts';
import type { CopyPlace } from '../../domain/backup/daily-copy.ts';
import { type ObjectStoreAddress, parseObjectStoreUrl } from '../../s3-address.ts';
import type { BackupSetting, ChangedBy, Installation, SettingOrigin } from '../../services/account/installation.ts';
import { backupStorage } from './backup-file.ts';

/** Place and passphrase of backups in use. */
export type BackupInUse = {
  readonly backup: NonNullable<Config['backup']>;
  readonly backupPassphrase?: string;
};

/** The stored setting; `secret` is the encrypted JSON of `Secrets`. */
type StoredBackup = { readonly place: CopyPlace; readonly at: string; readonly secret?: string };
type Secrets = { readonly passphrase?: string | undefined; readonly storeSecret?: string | undefined };

type Opening = {
  config: Pick<Config, 'backup' | 'backupPassphrase' | 'dataFolder'>;
  isEmbedded: boolean;
  stored: () => { value: StoredBackup | undefined; origin: SettingOrigin };
  write: (value: StoredBackup | undefined, changed: ChangedBy) => Promise<void>;
  seal: (text: string) => string;
  /** Undefined if its key was replaced. */
  open: (secret: string) => string | undefined;
  /** Queues a backup: at once, or only if one is due. */
  queue: (when: 'at_once' | 'if_due') => Promise<void>;
  now: () => number;
};

/** The backup setting: environment variables win, otherwise what an operator stored. */
export function backupSetting(given: Opening): Installation['backup'] & { inUse: () => BackupInUse | undefined } {
  const { config, stored, isEmbedded } = given;
  const secrets = (): Secrets | undefined => {
    const { secret } = stored().value ?? {};
    if (secret === undefined) return {};
    const text = given.open(secret);
    return text === undefined ? undefined : (JSON.parse(text) as Secrets);
  };
  const inUse = (): BackupInUse | undefined => {
    if (config.backup) return withPassphrase(config.backup, config.backupPassphrase);
    const { value } = stored();
    const known = secrets();
    const backup = value && known && configured(value, known);
    return backup && withPassphrase(backup, config.backupPassphrase ?? known?.passphrase);
  };
  return {
    isPossible: isEmbedded,
    inUse,
    current: () => {
      if (config.backup) return fromEnvironment(config.backup, config.backupPassphrase !== undefined);
      const { value, origin } = stored();
      if (!value) return { origin, hasPassphrase: config.backupPassphrase !== undefined, isSecretLost: false };
      const known = secrets();
      const hasPassphrase = (config.backupPassphrase ?? known?.passphrase) !== undefined;
      return { origin, place: value.place, at: value.at, hasPassphrase, isSecretLost: known === undefined };
    },
    keepsSecretOf: (place) => {
      const { value } = stored();
      const before = value && 'store' in value.place ? value.place.store : undefined;
      const same = before && 'store' in place && before.host === place.store.host && before.keyId === place.store.keyId;
      return Boolean(same && secrets()?.storeSecret);
    },
    check: async (place, typed) => {
      const known = { storeSecret: typed.storeSecret ?? secrets()?.storeSecret };
      const backup = configured({ place, at: '00:00' }, known);
      return backup ? writable(backup) : 'the address of the store is not valid';
    },
    store: async ({ place, at, passphrase, storeSecret }, changed) => {
      const before = secrets() ?? {};
      const next: Secrets = {
        passphrase: passphrase === null ? undefined : (passphrase ?? before.passphrase),
        storeSecret: 'store' in place ? (storeSecret ?? before.storeSecret) : undefined,
      };
      const hasAny = next.passphrase !== undefined || next.storeSecret !== undefined;
      await given.write({ place, at, ...(hasAny && { secret: given.seal(JSON.stringify(next)) }) }, changed);
      await given.queue('if_due');
    },
    remove: (changed) => given.write(undefined, changed),
    runNow: async () => {
      const at = given.now();
      await saveBackupProgress(config.dataFolder, { startedAt: at, at, done: 0, about: 0 });
      await given.queue('at_once');
    },
    status: async () => {
      const [state, progress] = await Promise.all([
        readBackupState(config.dataFolder),
        readBackupProgress(config.dataFolder, given.now()),
      ]);
      return {
        ...(state?.madeAt !== undefined && { madeAt: state.madeAt }),
        ...(state?.failed !== undefined && { failed: { at: state.at, reason: state.failed } }),
        ...(progress && { running: progress }),
      };
    },
  };
}

const withPassphrase = (backup: NonNullable<Config['backup']>, passphrase: string | undefined): BackupInUse => ({
  backup,
  ...(passphrase !== undefined && { backupPassphrase: passphrase }),
});

function fromEnvironment(backup: NonNullable<Config['backup']>, hasPassphrase: boolean): BackupSetting {
  const two = (value: number): string => String(value).padStart(2, '0');
  const at = `${two(backup.at.hour)}:${two(backup.at.minute)}`;
  const variable = 'folder' in backup ? 'BACKUP_DIR' : 'BACKUP_URL';
  const place: CopyPlace = 'folder' in backup ? { folder: backup.folder } : { store: withoutSecret(backup.bucket) };
  return { origin: { source: 'environment', variable }, place, at, hasPassphrase, isSecretLost: false };
}

const withoutSecret = ({ endpoint, bucket, prefix, region, keyId }: ObjectStoreAddress) => ({
  ...{ host: new URL(endpoint).host, bucket, prefix, region, keyId },
});

/** As in the configuration; undefined if the store's address is invalid or lacks its secret. */
function configured({ place, at }: StoredBackup, { storeSecret }: Secrets): Config['backup'] {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const time = { hour, minute };
  if ('folder' in place) return { folder: place.folder, at: time };
  const { host, bucket, prefix, region, keyId } = place.store;
  const login = `${encodeURIComponent(keyId)}:${encodeURIComponent(storeSecret ?? '')}`;
  const path = [bucket, prefix].filter(Boolean).join('/');
  const address = parseObjectStoreUrl(`s3://${login}@${host}/${path}?region=${encodeURIComponent(region)}`);
  return address && { bucket: address, at: time };
}

/** Writes and removes a small file; the reason if that fails. */
async function writable(backup: NonNullable<Config['backup']>): Promise<string | undefined> {
  const place = backupStorage({ backup });
  const name = `facturier-test-${randomBytes(6).toString('hex')}`;
  const probe = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('facturier\n');
  };
  try {
    await place?.write(name, probe());
    await place?.remove(name);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
