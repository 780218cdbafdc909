import type { Command } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { BackupOptions } from './backup.ts';
import type { RestoreOptions } from './restore.ts';

type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `backup` and `restore`. */
export function backupCommands(root: Command, command: MakeCommand, outcome: { code: number }): void {
  command(root, 'backup', 'sauvegarde tout, sans arrêter le service · backs up everything while the service runs')
    .argument(
      '[file]',
      'fichier ou s3://seau/nom ; par défaut BACKUP_DIR ou BACKUP_URL · file or s3://bucket/name; default BACKUP_DIR or BACKUP_URL',
    )
    .option(
      '--with-keys',
      'avec les clés, chiffrées par une phrase secrète · with the keys, encrypted with a passphrase',
    )
    .option('--passphrase-file <file>', 'par défaut FACTURIER_BACKUP_PASSPHRASE · default FACTURIER_BACKUP_PASSPHRASE')
    .option('--force', 'remplace un fichier du même nom · replaces a file of the same name')
    .action(async (file: string | undefined, options: BackupOptions) =>
      (await import('./backup.ts')).backup(readConfig(process.env), file, options),
    );
  command(root, 'restore', 'restaure une sauvegarde dans un dossier de données · restores a backup into a data folder')
    .argument('<file>', 'fichier ou s3://seau/nom · file or s3://bucket/name')
    .option('--into <folder>', 'dossier vide, par défaut FACTURIER_DATA · empty folder, default FACTURIER_DATA')
    .option('--to <time>', 'jusqu’à ce moment, ou « latest » · up to this time, or "latest"')
    .option(
      '--heads <file>',
      'dernières entrées gardées ailleurs (fichier de « audit head ») · last entries kept elsewhere (a file written by audit head)',
    )
    .option('--passphrase-file <file>', 'par défaut FACTURIER_BACKUP_PASSPHRASE · default FACTURIER_BACKUP_PASSPHRASE')
    .option('--without-keys', 'sans les clés de la sauvegarde · without the keys of the backup')
    .option(
      '--unproven',
      'même si la phrase secrète ne prouve pas l’origine · even if the passphrase does not prove the origin',
    )
    .action(async (file: string, options: RestoreOptions) => {
      outcome.code = await (await import('./restore.ts')).restore(readConfig(process.env), file, options);
    });
}
