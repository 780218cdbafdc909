import { type Command, Option } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { CommandContext } from '../command-context.ts';

type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `keys list`, `share`, `replace`: keys that several machines share. */
export function keysCommands(root: Command, command: MakeCommand): void {
  const keys = root.command('keys').description('clés de l’installation · keys of the installation').exitOverride();
  command(
    keys,
    'list',
    'affiche les empreintes et les clés présentes · shows fingerprints and the keys present',
  ).action((options) => withKeys((service, { listKeys }) => listKeys(service, options)));
  command(keys, 'share', 'partage les clés de cette machine · shares the keys of this machine').action((options) =>
    withKeys((service, { shareKeys }) => shareKeys(service, options)),
  );
  command(keys, 'replace', 'remplace une clé perdue · replaces a lost key')
    .argument('<key>', 'webhook, portal')
    .addOption(
      new Option('--lost', 'la clé est définitivement perdue · the key is permanently lost').makeOptionMandatory(),
    )
    .action((name: string, options) => withKeys((service, { replaceKey }) => replaceKey(service, name, options)));
}

async function withKeys(
  work: (service: CommandContext, keys: typeof import('./list-and-replace.ts')) => Promise<void>,
): Promise<void> {
  const [keys, { openCommandContext }] = await Promise.all([
    import('./list-and-replace.ts'),
    import('../command-context.ts'),
  ]);
  const service = await openCommandContext(readConfig(process.env), { name: 'facturier keys', unsealed: true });
  try {
    await work(service, keys);
  } finally {
    await service.close();
  }
}
