import type { Command } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { CommandContext } from '../command-context.ts';
import type { MoveOptions } from './move-accounts.ts';

type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `place list` and `place move`: on which node accounts are, if tables are sharded. */
export function shardCommands(root: Command, command: MakeCommand): void {
  const place = root
    .command('place')
    .description('machines et leurs comptes · machines and their accounts')
    .exitOverride();
  command(place, 'list', 'affiche le contenu de chaque machine · shows what each machine contains').action(
    (options: { json?: boolean }) => withPlaces((service, { listShards }) => listShards(service, options)),
  );
  command(place, 'move', 'déplace des comptes · moves accounts')
    .option('--account <id>', 'ce compte et ceux de son groupe · this account and those of its group')
    .option('--to <node>', 'machine:port')
    .option('--balance', 'équilibre les machines · balances the machines')
    .action((options: MoveOptions) => withPlaces((service, { moveAccounts }) => moveAccounts(service, options)));
}

async function withPlaces(
  work: (service: CommandContext, places: typeof import('./move-accounts.ts')) => Promise<void>,
) {
  const [places, { openCommandContext }] = await Promise.all([
    import('./move-accounts.ts'),
    import('../command-context.ts'),
  ]);
  const service = await openCommandContext(readConfig(process.env), { name: 'facturier place', unsealed: true });
  try {
    await work(service, places);
  } finally {
    await service.close();
  }
}
