import type { Command } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { BackupOptions } from './backup.ts';
import type { RestoreOptions } from './restore.ts';

type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `backup` and `restore`. */
export function backupCommands(root: Command, command: MakeCommand, outcome: { code: number }): void {
  command(root, 'backup', 'copie tout, pendant que le service tourne · copies everything while the service runs')
    .argument(
      '[file]',
      'fichier, ou s3://seau/nom ; sinon BACKUP_DIR ou BACKUP_URL · file, or s3://bucket/name; else those',
    )
    .option('--with-keys', 'avec les clés, sous une phrase secrète · with the keys, under a passphrase')
    .option('--passphrase-file <file>', 'sinon FACTURIER_BACKUP_PASSPHRASE · else FACTURIER_BACKUP_PASSPHRASE')
    .option('--force', 'remplace un fichier du même nom · replaces a file of the same name')
    .action(async (file: string | undefined, options: BackupOptions) =>
      (await import('./backup.ts')).backup(readConfig(process.env), file, options),
    );
  command(root, 'restore', 'refait un dossier de données d’une copie · makes a data folder from a copy')
    .argument('<file>', 'fichier, ou s3://seau/nom · file, or s3://bucket/name')
    .option('--into <folder>', 'dossier vide, sinon FACTURIER_DATA · empty folder, else FACTURIER_DATA')
    .option('--to <time>', 'jusqu’à ce moment, ou « latest » · up to this moment, or "latest"')
    .option('--heads <file>', 'têtes signées gardées ailleurs · signed heads kept elsewhere')
    .option('--passphrase-file <file>', 'sinon FACTURIER_BACKUP_PASSPHRASE · else FACTURIER_BACKUP_PASSPHRASE')
    .option('--without-keys', 'sans les clés de la copie · without the keys of the copy')
    .option(
      '--unproven',
      'même si la phrase secrète ne prouve pas la copie · even if the passphrase does not prove the copy',
    )
    .action(async (file: string, options: RestoreOptions) => {
      outcome.code = await (await import('./restore.ts')).restore(readConfig(process.env), file, options);
    });
}
