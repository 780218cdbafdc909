import { type Command, Option } from 'commander';
import { readConfig } from '../../read-config.ts';
import type { CommandContext } from '../command-context.ts';

/** Creates a command with `--json`. */
type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** `audit head`, `rotate-key`, `new-key`, `new-anchor`: operator commands for the audit chain. */
export function auditCommands(root: Command, command: MakeCommand): void {
  const audit = root.command('audit').description('piste d’audit · audit trail').exitOverride();
  command(
    audit,
    'head',
    'affiche la dernière entrée de chaque piste d’audit, à garder ailleurs · prints the last entry of every audit trail, to keep elsewhere',
  )
    .option('--account <id>', 'un seul compte · one account')
    .action((options) => withAudit({ unsealed: true }, (service, { auditHead }) => auditHead(service, options)));
  command(audit, 'rotate-key', 'change la clé de signature · changes the signing key').action((options) =>
    withAudit({}, (service, { auditRotateKey }) => auditRotateKey(service, options)),
  );
  command(audit, 'new-key', 'remplace une clé de signature perdue · replaces a lost signing key')
    .addOption(
      new Option('--lost', 'la clé est définitivement perdue · the key is permanently lost').makeOptionMandatory(),
    )
    .action((options) => withAudit({ unsealed: true }, (service, { auditNewKey }) => auditNewKey(service, options)));
  command(
    audit,
    'new-anchor',
    'recommence le fichier des dernières entrées signées · starts a new file of signed last entries',
  ).action((options) => withAudit({}, (service, { auditNewAnchor }) => auditNewAnchor(service, options)));
}

/** `clock confirm`: resumes work after the clock was wrong. */
export function clockCommands(root: Command, command: MakeCommand): void {
  const clock = root.command('clock').description('horloge · clock').exitOverride();
  command(clock, 'confirm', 'confirme que l’horloge est juste · confirms that the clock is right')
    .requiredOption('--today <day>', 'la date d’aujourd’hui, AAAA-MM-JJ · today’s date, YYYY-MM-DD')
    .option('--account <id>', 'un seul compte · one account')
    .action(async (options) => {
      const { confirmClock } = await import('./confirm-clock.ts');
      await withAudit({}, (service) => confirmClock(service, options));
    });
}

async function withAudit(
  how: { unsealed?: boolean },
  work: (service: CommandContext, audit: typeof import('./audit.ts')) => Promise<void>,
): Promise<void> {
  const [audit, { openCommandContext }] = await Promise.all([import('./audit.ts'), import('../command-context.ts')]);
  const service = await openCommandContext(readConfig(process.env), { name: 'facturier audit', ...how });
  try {
    await work(service, audit);
  } finally {
    await service.close();
  }
}
