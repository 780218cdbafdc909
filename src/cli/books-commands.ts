import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import type { ArchiveOptions } from './archive.ts';
import type { Workplace } from './workplace.ts';

/** Makes a command that knows `--json`. */
type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `close` and `archive`: what is done with the books of an account for whoever must see them. */
export function booksCommands(root: Command, command: MakeCommand): void {
  command(root, 'close', 'clôture les jours, mois et années terminés · closes the days, months and years that are over')
    .option('--account <id>', 'compte · account')
    .option('--test', 'les documents de test · test documents')
    .action((options) => withBooks(async (service) => (await import('./close.ts')).close(service, options)));
  command(root, 'archive', 'écrit l’archive signée d’une période · writes the signed archive of a period')
    .argument('<file>', 'fichier .tar · .tar file')
    .requiredOption('--from <day>', 'premier jour, 2026-01-01 · first day')
    .requiredOption('--to <day>', 'dernier jour, inclus · last day, included')
    .option('--account <id>', 'compte · account')
    .option('--test', 'les documents de test · test documents')
    .action((file: string, options: ArchiveOptions) =>
      withBooks(async (service) => (await import('./archive.ts')).archive(service, file, options), {
        reachesFiles: true,
      }),
    );
}

async function withBooks(
  work: (service: Workplace) => Promise<void>,
  options: { reachesFiles?: boolean } = {},
): Promise<void> {
  const { openWorkplace } = await import('./workplace.ts');
  const service = await openWorkplace(readConfig(process.env), { name: 'facturier books', ...options });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}
