import type { Command } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { CommandContext } from '../command-context.ts';
import type { ArchiveOptions } from './archive.ts';

/** Creates a command with `--json`. */
type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `close`, `archive` and the commands of the test clock. */
export function booksCommands(root: Command, command: MakeCommand): void {
  command(root, 'close', 'clôture les jours, mois et années passés · closes past days, months and years')
    .option('--account <id>', 'compte · account')
    .option('--test', 'les documents de test · test documents')
    .action((options) => withBooks(async (service) => (await import('./close.ts')).close(service, options)));
  command(root, 'archive', 'écrit l’archive signée d’une période · writes the signed archive of a period')
    .argument('<file>', 'fichier .tar · .tar file')
    .requiredOption('--from <day>', 'premier jour, 2026-01-01 · first day')
    .requiredOption('--to <day>', 'dernier jour inclus, 2026-12-31 · last day, inclusive')
    .option('--account <id>', 'compte · account')
    .option('--test', 'les documents de test · test documents')
    .action((file: string, options: ArchiveOptions) =>
      withBooks(async (service) => (await import('./archive.ts')).archive(service, file, options), {
        needsFileStore: true,
      }),
    );
  const clock = root.command('test-clock').description('horloge du mode test · test mode clock').exitOverride();
  const account = ['--account <id>', 'compte · account'] as const;
  command(clock, 'show', 'affiche sa date · shows its date')
    .option(...account)
    .action((options) =>
      withBooks(async (service) => (await import('./test-clock.ts')).showTestClock(service, options)),
    );
  command(clock, 'advance', 'l’avance et exécute ce qui est dû d’ici là · advances it and runs what is due by then')
    .option('--days <n>', 'nombre de jours · number of days')
    .option('--months <n>', 'nombre de mois · number of months')
    .option('--until <day>', 'jusqu’à cette date, 2027-01-31 · up to this date')
    .option(...account)
    .action((options) =>
      withBooks(async (service) => (await import('./test-clock.ts')).advanceClock(service, options)),
    );
}

async function withBooks(
  work: (service: CommandContext) => Promise<void>,
  options: { needsFileStore?: boolean } = {},
): Promise<void> {
  const { openCommandContext } = await import('../command-context.ts');
  const service = await openCommandContext(readConfig(process.env), { name: 'facturier books', ...options });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}
