import { backupName } from '../../backup/backup-format.ts';
import { type BackupResult, createBackup } from '../../backup/create-backup.ts';
import { installationOf } from '../../backup/installation-id.ts';
import type { Config } from '../../config.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import { openCommandContext } from '../command-context.ts';
import { OPERATOR } from '../run-as-operator.ts';
import { inWords, say, shellWord, UsageError } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';
import { type BackupFile, backupFile, readPassphrase, withBackupErrors } from './backup-file.ts';

export type BackupOptions = { json?: boolean; withKeys?: boolean; passphraseFile?: string; force?: boolean };

/** `facturier backup [FILE]`: one file with everything, while the service runs. */
export async function backup(config: Config, said: string | undefined, options: BackupOptions): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const installation = await installationOf(config.dataFolder);
  const file = await backupFile(said, config, backupName(installation, now));
  const passphrase = options.withKeys ? await readPassphrase(options, config) : undefined;
  if (options.withKeys && passphrase === undefined) throw new UsageError(noPassphrase);
  const service = await openCommandContext(config, { name: 'facturier backup', unsealed: true, needsFileStore: true });
  const progress = progressOn(process.stderr);
  try {
    const { database } = service;
    const made = await withBackupErrors(() =>
      createBackup({
        ...{ dataFolder: config.dataFolder, database, service: serviceVersion(), ...file, now, passphrase },
        over: options.force ?? false,
        archive: config.backup && installation,
        leaveOut: config.backup && 'folder' in config.backup ? config.backup.folder : undefined,
        onProgress: progress.show,
      }),
    );
    progress.end();
    service.services.environment.securityLog?.({ event: 'backup_made', actor: OPERATOR, operation: 'backup' });
    const { header, bytes } = made;
    const json = { file: file.name, place: file.place.said, bytes, madeAt: header.madeAt, keys: header.keys };
    const more = { objectsElsewhere: header.objectsElsewhere, heads: header.heads };
    say(options, { ...json, ...more }, written(file, made));
  } finally {
    progress.end();
    await service.close();
  }
}

function written({ place, name }: BackupFile, { header, bytes }: BackupResult): string {
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  const lines = [
    { fr: `Sauvegardé dans ${place.said}/${name} (${size}).`, en: `Backed up to ${place.said}/${name} (${size}).` },
    header.keys ? keysInIt : keysNotInIt,
    ...(header.objectsElsewhere > 0 ? [objectsNotInIt(header.objectsElsewhere)] : []),
    {
      fr: `Pour l’essayer : npx facturier restore ${shellWord(place.address(name))} --into DOSSIER-NEUF`,
      en: `To test it: npx facturier restore ${shellWord(place.address(name))} --into NEW-FOLDER`,
    },
  ];
  return lines.map(inWords).join('\n');
}

const keysInIt = {
  fr: 'Elle contient les clés, chiffrées par la phrase secrète. Conservez cette phrase à part : sans elle, les clés sont perdues.',
  en: 'It contains the keys, encrypted with the passphrase. Store the passphrase separately: without it the keys cannot be recovered.',
};
const keysNotInIt = {
  fr: [
    'Elle ne contient PAS les clés : celle qui signe la piste d’audit, celles des webhooks et des espaces clients, les certificats.',
    'Elle contient tous les documents, et la piste d’audit se vérifie ; mais le service ne démarre qu’avec le dossier « keys »,',
    'ou une fois la clé déclarée perdue, ce qui restera visible. Il faudra alors de nouveaux secrets pour les webhooks et les',
    'espaces clients, et les clients devront accepter un nouveau certificat. Pour tout restaurer : conservez aussi le dossier « keys », ou réglez FACTURIER_BACKUP_PASSPHRASE et ajoutez --with-keys.',
  ].join('\n'),
  en: [
    'It does NOT contain the keys: the one that signs the audit trail, those of webhooks and portals, the certificates.',
    'It has all documents, and the audit trail can be verified; but the service only starts with the folder "keys",',
    'or once the key is declared lost, which stays visible. Webhooks and portals then need new secrets,',
    'and clients a new certificate. To restore everything: keep the folder "keys" too, or set FACTURIER_BACKUP_PASSPHRASE and add --with-keys.',
  ].join('\n'),
};
const objectsNotInIt = (count: number) => ({
  fr: `${count} fichier(s) sont dans le stockage FILES_URL et NE sont PAS dans cette sauvegarde, qui en contient la liste : sauvegardez aussi ce stockage.`,
  en: `${count} file(s) are in the object store (FILES_URL) and NOT in this backup, which only lists them. Back up that store too.`,
});
const noPassphrase = {
  fr: '--with-keys exige une phrase secrète : FACTURIER_BACKUP_PASSPHRASE ou --passphrase-file',
  en: '--with-keys needs a passphrase: FACTURIER_BACKUP_PASSPHRASE or --passphrase-file',
};
