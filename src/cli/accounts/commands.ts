import type { Command } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { CommandContext } from '../command-context.ts';

/** Creates a command with `--json`. */
type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `account`: create, list, restore, deletions and erase. */
export function accountCommands(root: Command, command: MakeCommand): void {
  const account = root.command('account').description('comptes · accounts').exitOverride();
  command(account, 'create', 'crée un compte · creates an account')
    .requiredOption('--name <name>', 'nom · name')
    .action((options) => withAccounts((service, { accountCreate }) => accountCreate(service, options)));
  command(account, 'list', 'liste les comptes · lists the accounts').action((options) =>
    withAccounts((service, { accountList }) => accountList(service, options)),
  );
  command(
    account,
    'restore',
    'restaure un compte exporté par « export --all » · restores an account exported by export --all',
  )
    .argument('<file>', 'fichier .zip · .zip file')
    .action(async (file: string, options) => {
      const { accountRestore } = await import('./restore-account.ts');
      await withService((service) => accountRestore(service, file, options), { needsFileStore: true });
    });
  command(
    account,
    'deletions',
    'liste les comptes en cours de suppression · lists the accounts that are being deleted',
  ).action((options) => withDeletions((service, { accountDeletions }) => accountDeletions(service, options)));
  command(account, 'erase', 'efface un compte aussitôt · erases an account at once')
    .option('--account <id>', 'compte · account')
    .requiredOption('--name <name>', 'nom du compte, pour confirmer · name of the account, to confirm')
    .option(
      '--records-handed-over',
      'son propriétaire a reçu ses pièces et les conserve · its owner has received the records and keeps them',
    )
    .action((options) => withDeletions((service, { accountErase }) => accountErase(service, options)));
}

/** `person`: links, second factor, operators. */
export function personCommands(root: Command, command: MakeCommand): void {
  const person = root.command('person').description('utilisateurs · users').exitOverride();
  command(
    person,
    'link',
    'crée un lien pour le premier propriétaire d’un compte · creates a link for the first owner of an account',
  )
    .option('--account <id>', 'compte · account')
    .option('--email <address>', 'utilisateur qui a oublié son mot de passe · user who forgot their password')
    .action((options) => withService(async (service) => (await import('./person.ts')).personLink(service, options)));
  command(
    person,
    'second-factor-off',
    'désactive le second facteur d’un utilisateur · turns off the second factor of a user',
  )
    .requiredOption('--email <address>', 'adresse de l’utilisateur · address of the user')
    .action((options) =>
      withService(async (service) => (await import('./person.ts')).secondFactorOff(service, options)),
    );
  command(
    person,
    'operator',
    'donne ou retire le droit de régler le service à l’écran · grants or ends the right to set up the service on screens',
  )
    .requiredOption('--email <address>', 'adresse de l’utilisateur · address of the user')
    .option('--revoke', 'retire ce droit · ends the right')
    .action((options) => withService(async (service) => (await import('./person.ts')).grantOperator(service, options)));
}

// Load the modules first: `withService` drops root privileges, and our compiled TypeScript is
// cached in files that only root can read.
async function withAccounts(
  work: (service: CommandContext, accounts: typeof import('./account.ts')) => Promise<void>,
): Promise<void> {
  const accounts = await import('./account.ts');
  await withService((service) => work(service, accounts));
}

async function withDeletions(
  work: (service: CommandContext, deletions: typeof import('./deletions.ts')) => Promise<void>,
): Promise<void> {
  const deletions = await import('./deletions.ts');
  await withService((service) => work(service, deletions));
}

async function withService(
  work: (service: CommandContext) => Promise<void>,
  options: { needsFileStore?: boolean } = {},
): Promise<void> {
  const { openCommandContext } = await import('../command-context.ts');
  const service = await openCommandContext(readConfig(process.env), { name: 'facturier command', ...options });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}
