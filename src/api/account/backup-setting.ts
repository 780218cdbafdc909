import * as z from 'zod';
import { COPY_WARNED_SECONDS, type CopyPlace } from '../../domain/backup/daily-copy.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { BackupForm, BackupSettingJson } from '../../schemas/account/installation.ts';
import { type Installation, installationFor, operatorRefusals } from '../../services/account/installation.ts';
import type { Context } from '../../services/context.ts';

const about = {
  chapter: 'Account',
  path: z.object({}),
  query: z.object({}),
  success: 200,
  scope: 'account:admin',
  // Whether a person is an operator is checked inside, because it is a right over the service.
  openTo: ({ isPerson }: Pick<Context, 'isPerson'>): boolean => isPerson === true,
  output: BackupSettingJson,
} as const;

const getBackupSetting = operation({
  ...about,
  name: 'get-backup-setting',
  summary: 'Get where backups are made, the age and result of the last one, and the progress of the current one.',
  description: 'For the operator, signed in. Passphrase and secret key are never returned.',
  routes: ['GET /v2/installation/backup'],
  body: z.object({}),
  refusals: operatorRefusals,
  run: async (context) => {
    const installation = await installationFor(context);
    return isRefusal(installation) ? installation : { body: await settingToJson(installation, context.realNow) };
  },
});

const setBackup = operation({
  ...about,
  name: 'set-backup',
  summary: 'Set where the daily backup is made, when, and the passphrase that encrypts its keys.',
  description:
    'The place is tried first: a small file is written and removed. The first backup begins at once. Refused while `BACKUP_DIR` or `BACKUP_URL` is set.',
  routes: ['PUT /v2/installation/backup'],
  body: BackupForm,
  knowsAll: true,
  refusals: [
    ...operatorRefusals,
    'set_by_environment',
    'backup_not_embedded',
    'backup_place_needed',
    'backup_secret_needed',
    'backup_place_unusable',
  ],
  securityNote: () => ({ event: 'installation_changed', operation: 'set-backup' }),
  example: { folder: '/srv/sauvegardes', at: '02:30', passphrase: 'phrase secrète longue' },
  run: async (context, { folder, store, at, passphrase }) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { backup } = installation;
    const { origin, isSecretLost } = backup.current();
    if (origin.source === 'environment') return { refused: 'set_by_environment', variable: origin.variable };
    if (!backup.isPossible) return { refused: 'backup_not_embedded' };
    const place = placeOf(folder, store);
    if (!place) return { refused: 'backup_place_needed' };
    const storeSecret = store?.secret || undefined;
    if ('store' in place && !storeSecret && !backup.keepsSecretOf(place))
      return { refused: 'backup_secret_needed', member: 'store/secret' };
    if (isSecretLost && passphrase === undefined) return { refused: 'backup_secret_needed', member: 'passphrase' };
    const reason = await backup.check(place, { storeSecret });
    if (reason !== undefined)
      return { refused: 'backup_place_unusable', member: 'store' in place ? 'store/host' : 'folder', reason };
    await backup.store({ place, at, passphrase, storeSecret }, { by: context.actor, at: context.realNow });
    return { body: await settingToJson(installation, context.realNow) };
  },
});

const removeBackup = operation({
  ...about,
  name: 'remove-backup',
  summary: 'Stop making backups. Those already made stay where they are.',
  routes: ['DELETE /v2/installation/backup'],
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: [...operatorRefusals, 'set_by_environment'],
  securityNote: () => ({ event: 'installation_changed', operation: 'remove-backup' }),
  run: async (context) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { origin } = installation.backup.current();
    if (origin.source === 'environment') return { refused: 'set_by_environment', variable: origin.variable };
    await installation.backup.remove({ by: context.actor, at: context.realNow });
    return { body: undefined };
  },
});

const backUpNow = operation({
  ...about,
  name: 'back-up-now',
  summary: 'Begin a backup at once, in the background.',
  description: 'The answer comes immediately; `running` of `GET /v2/installation/backup` shows the progress.',
  routes: ['POST /v2/installation/backup/run'],
  body: z.object({}),
  refusals: [...operatorRefusals, 'backup_not_embedded', 'backup_place_needed'],
  securityNote: () => ({ event: 'installation_changed', operation: 'back-up-now' }),
  run: async (context) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { backup } = installation;
    if (!backup.isPossible) return { refused: 'backup_not_embedded' };
    const { place, isSecretLost } = backup.current();
    if (!place || isSecretLost) return { refused: 'backup_place_needed' };
    if ((await backup.status()).running === undefined) await backup.runNow();
    return { body: await settingToJson(installation, context.realNow) };
  },
});

/** The operations on backups of the installation. */
export const backupOperations: readonly Operation[] = [getBackupSetting, setBackup, removeBackup, backUpNow];

type Form = z.output<typeof BackupForm>;

function placeOf(folder: Form['folder'], store: Form['store']): CopyPlace | undefined {
  if (folder && !store) return { folder };
  if (folder || !store) return undefined;
  const { host, bucket, prefix, region, keyId } = store;
  return { store: { host, bucket, prefix, region, keyId } };
}

async function settingToJson({ backup }: Installation, now: number): Promise<z.input<typeof BackupSettingJson>> {
  const { origin, place, at, hasPassphrase, isSecretLost } = backup.current();
  const { madeAt, failed, running } = await backup.status();
  return {
    source: origin.source,
    variable: 'variable' in origin ? origin.variable : null,
    changedAt: ('changedAt' in origin ? origin.changedAt : undefined) ?? null,
    isPossible: backup.isPossible,
    folder: place && 'folder' in place ? place.folder : null,
    store: place && 'store' in place ? place.store : null,
    ...{ at: at ?? null, hasPassphrase, isSecretLost },
    ...{ madeAt: madeAt ?? null, failed: failed ?? null, running: running ?? null },
    isOld: madeAt === undefined || now - madeAt > COPY_WARNED_SECONDS,
  };
}
