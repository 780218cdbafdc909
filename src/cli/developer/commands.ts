import { type Command, Option } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { ApiClientOptions } from './api-client.ts';
import type { ListenOptions } from './listen.ts';
import type { TriggerOptions } from './trigger/trigger.ts';

/** Creates a command with `--json`. */
type MakeCommand = (parent: Command, name: string, description: string) => Command;
type Options = ApiClientOptions & { json?: boolean };

/** `listen`, `trigger` and `events`, for developers of integrations. */
export function developerCommands(root: Command, command: MakeCommand): void {
  const asking: MakeCommand = (parent, name, description) =>
    command(parent, name, description)
      .option('--account <id>', 'compte · account')
      .option('--live', 'données réelles · live data')
      .option('--url <url>', 'adresse d’un service, sinon FACTURIER_URL · a service’s address, else FACTURIER_URL')
      .option('--key-file <file>', 'fichier de sa clé, sinon FACTURIER_KEY · file of its key, else FACTURIER_KEY')
      .option('--ca <file>', 'certificat de l’autorité du service · certificate of the service’s authority');
  asking(root, 'listen', 'suit les événements et les transmet ici · follows events and forwards them here')
    .addOption(new Option('--test', 'données de test, par défaut · test data, the default').conflicts('live'))
    .option('--forward-to <url>', 'récepteur sur cette machine · receiver on this machine')
    .option('--events <types>', 'project.created,invoice.*')
    .option('--headers <header>', '"X-Tenant: 12", plusieurs fois · several times', gathered)
    .option('--since-event <id>', 'à partir de cet événement, compris · from this event on, itself included')
    .option('--print-secret', 'écrit le secret et finit · prints the secret and ends')
    .action(async (options: ListenOptions) => (await import('./listen.ts')).listen(readConfig(process.env), options));
  asking(root, 'trigger', 'provoque un événement, en test · makes an event happen, in test mode')
    .argument('<type>', 'project.created, invoice.paid …')
    .option('--data <name=value>', 'remplit la création, plusieurs fois · fills what is made, several times', gathered)
    .option('--yes', 'donne des numéros officiels (avec --live) · gives official numbers (with --live)')
    .action(async (type: string, options: TriggerOptions) =>
      (await import('./trigger/trigger.ts')).trigger(readConfig(process.env), type, options),
    );
  const events = root.command('events').description('événements · events').exitOverride();
  asking(events, 'list', 'liste les derniers événements · lists the latest events')
    .option('--type <types>', 'project.created,invoice.*')
    .option('--limit <count>', '1–100')
    .option('--after <id>', 'ceux qui suivent · those that follow')
    .action(async (options: Options) => (await import('./events.ts')).eventsList(readConfig(process.env), options));
  asking(events, 'types', 'liste ce qui peut être annoncé · lists what can be told').action(async (options: Options) =>
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
