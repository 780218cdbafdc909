import { backupName } from '../../backup/backup-format.ts';
import { type BackupResult, createBackup } from '../../backup/create-backup.ts';
import { installationOf } from '../../backup/installation-id.ts';
import type { Config } from '../../config.ts';
import { openCommandContext } from '../command-context.ts';
import { OPERATOR } from '../run-as-operator.ts';
import { serviceVersion } from '../service-version.ts';
import { inWords, say, UsageError } from '../terminal/output.ts';
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
    { fr: `Copié dans ${place.said}/${name} (${size}).`, en: `Copied to ${place.said}/${name} (${size}).` },
    header.keys ? keysInIt : keysNotInIt,
    ...(header.objectsElsewhere > 0 ? [objectsNotInIt(header.objectsElsewhere)] : []),
    {
      fr: `Essayez-la : npx facturier restore ${place.address(name)} --into DOSSIER-NEUF`,
      en: `Try it: npx facturier restore ${place.address(name)} --into NEW-FOLDER`,
    },
  ];
  return lines.map(inWords).join('\n');
}

const keysInIt = {
  fr: 'Les clés y sont, sous la phrase secrète. Gardez-la ailleurs que la copie : sans elle, personne ne les en sort.',
  en: 'It contains the keys, encrypted with the passphrase. Store the passphrase separately: without it the keys cannot be recovered.',
};
const keysNotInIt = {
  fr: [
    'Les clés n’y sont PAS : celle qui signe le journal d’audit, celles des webhooks et des espaces clients, les certificats.',
    'Restaurée ainsi, la copie a tous les documents et le journal se vérifie ; mais elle ne sert qu’avec le dossier « keys »,',
    'ou une fois la clé déclarée perdue, ce qui se verra toujours ; alors les webhooks demanderont de nouveaux secrets, les',
    'espaces clients en auront d’autres, et les clients devront accepter un nouveau certificat. Pour tout retrouver : gardez aussi le dossier « keys », ou réglez FACTURIER_BACKUP_PASSPHRASE et ajoutez --with-keys.',
  ].join('\n'),
  en: [
    'The keys are NOT in it: the one that signs the audit journal, those of webhooks and of portals, the certificates.',
    'Restored like this, the copy has every document and the journal verifies; but it serves only with the folder "keys",',
    'or once the key is declared lost, which will always be seen; then webhooks need new secrets, portals get',
    'other ones, and clients need a new certificate. To have everything back: keep the folder "keys" too, or set FACTURIER_BACKUP_PASSPHRASE and add --with-keys.',
  ].join('\n'),
};
const objectsNotInIt = (count: number) => ({
  fr: `${count} fichier(s) sont dans le stockage FILES_URL et NE sont PAS dans la copie, qui en donne la liste : copiez ce stockage aussi.`,
  en: `${count} file(s) are in the object store (FILES_URL) and NOT in this backup, which only lists them. Back up that store too.`,
});
const noPassphrase = {
  fr: '--with-keys demande une phrase secrète : FACTURIER_BACKUP_PASSPHRASE ou --passphrase-file',
  en: '--with-keys needs a passphrase: FACTURIER_BACKUP_PASSPHRASE or --passphrase-file',
};
