import { type Command, Option } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { ApiClientOptions } from './api-client.ts';
import type { ListenOptions } from './listen.ts';
import type { PlatformOptions } from './platform.ts';
import type { TriggerOptions } from './trigger/trigger.ts';

/** Creates a command with `--json`. */
type MakeCommand = (parent: Command, name: string, description: string) => Command;
type Options = ApiClientOptions & { json?: boolean };

/** `listen`, `trigger`, `platform` and `events`, for developers of integrations. */
export function developerCommands(root: Command, command: MakeCommand): void {
  const asking: MakeCommand = (parent, name, description) =>
    command(parent, name, description)
      .option('--account <id>', 'compte · account')
      .option('--live', 'données réelles · live data')
      .option(
        '--url <url>',
        'adresse du service, par défaut FACTURIER_URL · address of the service, default FACTURIER_URL',
      )
      .option(
        '--key-file <file>',
        'fichier de la clé, par défaut FACTURIER_KEY · file of the key, default FACTURIER_KEY',
      )
      .option('--ca <file>', 'certificat de l’autorité du service · certificate of the service’s authority');
  asking(root, 'listen', 'suit les événements et les transmet · follows events and forwards them')
    .addOption(new Option('--test', 'données de test, par défaut · test data, the default').conflicts('live'))
    .option('--forward-to <url>', 'récepteur sur cette machine · receiver on this machine')
    .option('--events <types>', 'project.created,invoice.*')
    .option('--headers <header>', '"X-Tenant: 12", répétable · "X-Tenant: 12", repeatable', gathered)
    .option('--since-event <id>', 'à partir de cet événement, inclus · from this event on, inclusive')
    .option('--print-secret', 'affiche le secret et s’arrête · prints the secret and exits')
    .action(async (options: ListenOptions) => (await import('./listen.ts')).listen(readConfig(process.env), options));
  asking(root, 'trigger', 'déclenche un événement, en mode test · triggers an event, in test mode')
    .argument('<type>', 'project.created, invoice.paid …')
    .option('--data <name=value>', 'remplit la création, répétable · fills the creation request, repeatable', gathered)
    .option('--yes', 'attribue des numéros officiels (avec --live) · assigns official numbers (with --live)')
    .action(async (type: string, options: TriggerOptions) =>
      (await import('./trigger/trigger.ts')).trigger(readConfig(process.env), type, options),
    );
  command(
    root,
    'platform',
    'simule une plateforme agréée, sans base de données · simulates an approved platform, without a database',
  )
    .option('--port <port>', 'port, par défaut un port libre · port, default a free one')
    .option('--siren <siren>', 'votre entreprise, répétable · your company, repeatable', gathered)
    .action(async (options: PlatformOptions) => (await import('./platform.ts')).platform(options));
  const events = root.command('events').description('événements · events').exitOverride();
  asking(events, 'list', 'liste les derniers événements · lists the latest events')
    .option('--type <types>', 'project.created,invoice.*')
    .option('--limit <count>', '1–100')
    .option('--after <id>', 'ceux qui suivent celui-ci · those after this one')
    .action(async (options: Options) => (await import('./events.ts')).eventsList(readConfig(process.env), options));
  asking(events, 'types', 'liste les types d’événements · lists the event types').action(async (options: Options) =>
    (await import('./events.ts')).eventsTypes(readConfig(process.env), options),
  );
  asking(events, 'resend <id>', 'renvoie un événement aux webhooks · sends an event to webhooks again')
    .option('--webhook <id>', 'un seul webhook · one webhook only')
    .action(async (id: string, options: Options) =>
      (await import('./events.ts')).eventsResend(readConfig(process.env), id, options),
    );
}

/** A repeatable option. */
const gathered = (one: string, before: string[] = []): string[] => [...before, one];
