import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../read-config.ts';
import { serviceVersion } from '../runtime/service-version.ts';
import { StartupError } from '../startup-error.ts';
import { accountCommands, personCommands } from './accounts/commands.ts';
import { parseScopes } from './accounts/parse-scopes.ts';
import { auditCommands, clockCommands } from './audit/commands.ts';
import { backupCommands } from './backup/commands.ts';
import { booksCommands } from './books/commands.ts';
import type { CommandContext } from './command-context.ts';
import { shardCommands } from './database/shard-commands.ts';
import { developerCommands } from './developer/commands.ts';
import { isLockTimeout, LOCK_TIMEOUT_MESSAGE } from './errors/lock-timeout.ts';
import { isNodeUnreachable, nodeUnreachableMessage } from './errors/node-unreachable.ts';
import { unexpected } from './errors/unexpected-error.ts';
import type { ImportSort, Sort } from './import-export/import.ts';
import { keysCommands } from './keys/commands.ts';
import type { McpOptions } from './mcp/mcp.ts';
import type { Role } from './serve/serve.ts';
import type { InstallServiceOptions } from './systemd/install-unit.ts';
import { CommandError, inWords, say, UsageError } from './terminal/output.ts';
import { withBilingualHelp } from './terminal/usage-messages.ts';
import type { TrustOptions } from './trust/trust.ts';
import { trusting } from './verify/parse-fingerprint.ts';
import type { VerifyOptions } from './verify/verify.ts';

// Commands load their dependencies on demand: `--version` should not load the server.

/** Runs one command and returns its exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const outcome = { code: 0 };
  try {
    await program(outcome).parseAsync([...args], { from: 'user' });
    return outcome.code;
  } catch (error) {
    return failed(error, args.includes('--json'));
  }
}

function failed(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const expected = error instanceof CommandError || error instanceof UsageError || error instanceof StartupError;
  if (json && error instanceof CommandError) process.stdout.write(`${JSON.stringify(error.json)}\n`);
  else if (isNodeUnreachable(error))
    process.stderr.write(`${inWords(nodeUnreachableMessage((error as Error).message))}\n`);
  else if (isLockTimeout(error)) process.stderr.write(`${inWords(LOCK_TIMEOUT_MESSAGE)}\n`);
  else process.stderr.write(`${expected ? (error as Error).message : inWords(unexpected(error))}\n`);
  if (error instanceof UsageError) return 2;
  return error instanceof StartupError ? error.exitCode : 1;
}

/** The command line; `outcome` receives the exit code of the command. */
export function program(outcome: { code: number }): Command {
  const root = withBilingualHelp(new Command('facturier'))
    .description('Facturation pour indépendants · Billing for independent businesses')
    .version(serviceVersion(), '-V, --version', 'écrit la version · prints the version')
    .exitOverride()
    .showHelpAfterError();
  const command = (parent: Command, name: string, description: string): Command =>
    parent.command(name).description(description).option('--json', 'JSON').exitOverride();

  command(root, 'serve', 'démarre le service · starts the service')
    .addOption(new Option('--role <role>', 'all, web, worker').choices(['all', 'web', 'worker']).default('all'))
    .action(async (options: { role: Role; json?: boolean }) => {
      const { serveAsConfigured } = await import('./serve/demonstration.ts');
      outcome.code = await serveAsConfigured(readConfig(process.env), options);
    });
  command(root, 'migrate', 'met la base à jour · updates the database').action((options: { json?: boolean }) =>
    withService(async ({ migrated, spread }) => {
      const words = { fr: 'La base était déjà à jour.', en: 'The database was already up to date.' };
      const { shardingMessages } = await import('./database/sharding-messages.ts');
      const lines = [...migrated, ...(spread ? shardingMessages(spread) : [])];
      say(options, { migrated, ...(spread && { spread }) }, lines.length > 0 ? lines.join('\n') : inWords(words));
    }),
  );
  verifyCommand(root, command, outcome);
  command(root, 'doctor', 'examine l’installation · checks the installation').action(
    async (options: { json?: boolean }) => {
      outcome.code = await (await import('./status/doctor.ts')).doctor(readConfig(process.env), options);
    },
  );
  command(root, 'status', 'affiche l’état du service · shows the state of the service').action(
    async (options: { json?: boolean }) => {
      outcome.code = await (await import('./status/status.ts')).status(readConfig(process.env), options);
    },
  );
  command(root, 'demo', 'simule l’année d’un indépendant · simulates a freelancer’s year').action(
    async (options: { json?: boolean }) => (await import('./demo.ts')).demo(readConfig(process.env), options),
  );
  machineCommands(root, command);
  root
    .command('mcp')
    .description('connecte un assistant au service · connects an assistant to the service')
    .option(
      '--url <url>',
      'adresse du service, par défaut FACTURIER_URL · address of the service, default FACTURIER_URL',
    )
    .option('--key-file <file>', 'fichier de la clé, par défaut FACTURIER_KEY · file of the key, default FACTURIER_KEY')
    .option('--ca <file>', 'certificat de l’autorité du service · certificate of the service’s authority')
    .exitOverride()
    .action(async (options: McpOptions) => {
      const { mcp } = await import('./mcp/mcp.ts');
      await mcp(readConfig(process.env), options);
    });
  auditCommands(root, command);
  keysCommands(root, command);
  clockCommands(root, command);
  booksCommands(root, command);
  upgradeCommand(root, command);
  accountCommands(root, command);
  keyCommands(root, command);
  personCommands(root, command);
  fileCommands(root, command);
  backupCommands(root, command, outcome);
  shardCommands(root, command);
  developerCommands(root, command);
  return root;
}

type MakeCommand = (parent: Command, name: string, description: string) => Command;

/** Commands that change this machine. */
function machineCommands(root: Command, command: MakeCommand): void {
  command(root, 'install-service', 'installe le service systemd · installs the systemd service')
    .option('--print', 'écrit seulement l’unité · only prints the unit')
    .action(async (options: InstallServiceOptions) =>
      (await import('./systemd/install-unit.ts')).installService(options),
    );
  command(root, 'trust', 'fait reconnaître le certificat par cette machine · makes this machine trust the certificate')
    .option('--remove', 'l’annule · undoes it')
    .action(async (options: TrustOptions) =>
      (await import('./trust/trust.ts')).trust(readConfig(process.env), options),
    );
}

/** `verify`: the whole installation, one archive, or one signed PDF. */
function verifyCommand(root: Command, command: MakeCommand, outcome: { code: number }): void {
  command(root, 'verify', 'vérifie la piste d’audit · verifies the audit trail')
    .option('--account <id>', 'un seul compte · one account')
    .option(
      '--trust <fingerprint>',
      'SHA-256 d’une première clé, conservé ailleurs ; répétable · SHA-256 of a first key, kept elsewhere; repeatable',
      trusting,
    )
    .option(
      '--heads <file>',
      'dernières entrées gardées ailleurs (fichier de « audit head ») · last entries kept elsewhere (a file written by audit head)',
    )
    .option('--archive <file>', 'une archive seule, sans base ni dossier · only an archive, without database or folder')
    .option('--pdf <file>', 'un PDF signé seul · only a signed PDF')
    .action(async (options: VerifyOptions & { archive?: string; pdf?: string }) => {
      if (options.pdf !== undefined) {
        const { verifyPdf } = await import('./verify/pdf.ts');
        outcome.code = await verifyPdf(options.pdf, readConfig(process.env), options);
        return;
      }
      outcome.code =
        options.archive === undefined
          ? await (await import('./verify/verify.ts')).verify(readConfig(process.env), options)
          : await (await import('./verify/archive.ts')).verifyArchive(options.archive, options);
    });
}

function upgradeCommand(root: Command, command: MakeCommand): void {
  command(
    root,
    'upgrade-database',
    'convertit la base pour la version de PostgreSQL installée · upgrades the database to the installed PostgreSQL',
  )
    .option(
      '--old-binaries <folder>',
      'dossier du paquet de l’ancien PostgreSQL · folder of the old PostgreSQL package',
    )
    .option('--despite-findings', 'même si la piste d’audit n’est pas intacte · even if the audit trail is not intact')
    .action(async (options: { json?: boolean; oldBinaries?: string; despiteFindings?: boolean }) => {
      const { upgradeDatabase } = await import('./database/upgrade-database.ts');
      await upgradeDatabase(readConfig(process.env), options);
    });
}

function keyCommands(root: Command, command: MakeCommand): void {
  const key = root.command('key').description('clés d’API · API keys').exitOverride();
  const ofAccount: MakeCommand = (parent, name, description) =>
    command(parent, name, description).option('--account <id>', 'compte · account');
  ofAccount(key, 'create', 'crée une clé · creates a key')
    .requiredOption('--name <name>', 'nom · name')
    .option('--test', 'clé de test · test key')
    .option('--scopes <scopes>', 'portées séparées par des virgules · comma-separated scopes', parseScopes)
    .option('--expires-in <duration>', '90d, 12h, 30m')
    .action((options) => withKeys((service, { keyCreate }) => keyCreate(service, options)));
  ofAccount(key, 'list', 'liste les clés · lists the keys').action((options) =>
    withKeys((service, { keyList }) => keyList(service, options)),
  );
  ofAccount(key, 'revoke <id>', 'révoque une clé · revokes a key').action((id, options) =>
    withKeys((service, { keyRevoke }) => keyRevoke(service, id, options)),
  );
  ofAccount(key, 'rotate <id>', 'remplace une clé · replaces a key')
    .option('--overlap <duration>', 'durée de validité de l’ancienne clé · how long the old key still works')
    .action((id, options) => withKeys((service, { keyRotate }) => keyRotate(service, id, options)));
}

function fileCommands(root: Command, command: MakeCommand): void {
  command(
    root,
    'import',
    'importe un fichier, ou tout un dossier d’un autre logiciel · imports a file, or a whole folder of another program',
  )
    .argument('<sort>', 'products, customers, purchases, statement ; ou un dossier · or a folder')
    .argument('[file]', 'fichier · file')
    .option('--account <id>', 'compte · account')
    .option('--test', 'données de test · test data')
    .option('--dry-run', 'tout vérifier, ne rien écrire · check everything, write nothing')
    .option('--skip-bad', 'importer les lignes correctes · import the valid rows')
    .option('--update-existing', 'modifier les éléments existants · update existing records')
    .option(
      '--import-known',
      'achats : importer aussi ceux qui sont déjà au registre · purchases: also import those already in the register',
    )
    .option('--separator <separator>', '; , | tab')
    .option('--encoding <encoding>', 'utf-8, utf-16le, windows-1252 …')
    .option(
      '--iban <iban>',
      'relevé : IBAN du compte, si le fichier ne l’indique pas · statement: IBAN of the account, if not in the file',
    )
    .option('--columns <json>', 'CSV : le sens des colonnes (mémorisé) · CSV: the meaning of columns (remembered)')
    .action(async (said: string, file: string | undefined, options) => {
      const what = sortOf(said);
      if (what === undefined && file === undefined) return importWhole(said, options);
      if (what === undefined) throw new UsageError(WHAT_TO_IMPORT);
      requireFitting(what, options);
      if (file === undefined) throw new UsageError(FILE_TO_IMPORT);
      const { bytesOf, importFile } = await import('./import-export/import.ts');
      const bytes = await bytesOf(file);
      if (what === 'statement') {
        const { importStatement } = await import('./import-export/import-statement.ts');
        return withService((service) => importStatement(service, bytes, options));
      }
      await withService((service) => importFile(service, what, bytes, options));
    });
  exportCommand(root, command);
}

/** `export products|customers [FILE]`, and `export --all FILE`. */
function exportCommand(root: Command, command: MakeCommand): void {
  const making = command(
    root,
    'export',
    'exporte un fichier CSV, ou tout le compte · exports a CSV file, or the whole account',
  );
  const sort = new Argument('[sort]', 'products, customers ; avec --all, le fichier · with --all, the file');
  making
    .addArgument(
      sort.argParser((value: string) => {
        if (making.opts().all || making.opts().format || SORTS.includes(value)) return value;
        throw new InvalidArgumentError(`Allowed choices are ${SORTS.join(', ')}.`);
      }),
    )
    .argument('[file]', 'fichier, par défaut la sortie standard · file, default standard output')
    .option('--all', 'tout le compte, en un fichier .zip · the whole account, as one .zip file')
    .addOption(
      new Option(
        '--format <program>',
        'pour un autre logiciel, en un fichier .zip · for another program, as one .zip file',
      )
        .choices(['dolibarr', 'odoo'])
        .conflicts(['all', 'excelFr', 'plain']),
    )
    .option('--account <id>', 'compte · account')
    .option('--test', 'données de test · test data')
    .addOption(new Option('--excel-fr', 'pour Excel en français · for French Excel').conflicts(['plain', 'all']))
    .addOption(
      new Option('--plain', 'séparateurs virgule, décimales avec point · comma separators, decimal points').conflicts(
        'all',
      ),
    )
    .action((what: string | undefined, file: string | undefined, options) => {
      if (options.all) {
        if (what === undefined || file !== undefined) throw new UsageError(ONE_FILE);
        return exportWhole(what, options);
      }
      if (options.format) {
        if (what === undefined || file !== undefined) throw new UsageError(ONE_FILE);
        return exportForProgram(what, options);
      }
      if (what === undefined) throw new UsageError(WHAT_TO_EXPORT);
      return withService(
        async (service) => (await import('./import-export/export.ts')).exportFile(service, what as Sort, file, options),
        { needsFileStore: file !== undefined },
      );
    });
}

const sortOf = (said: string): ImportSort | 'statement' | undefined =>
  (['products', 'customers', 'purchases', 'statement'] as const).find((each) => each === said);

/** Everything in a folder, as the page for moving in does it. */
async function importWhole(path: string, options: Record<string, unknown>): Promise<void> {
  const others = ['skipBad', 'updateExisting', 'importKnown', 'separator', 'encoding', 'iban', 'columns'];
  requireNone(others, 'import FOLDER', options);
  const { filesIn, importFolder } = await import('./import-export/import-folder.ts');
  const files = await filesIn(path);
  await withService((service) => importFolder(service, files, options), { needsFileStore: true });
}

async function exportWhole(file: string, options: { json?: boolean }): Promise<void> {
  const { exportAccount } = await import('./import-export/export-account.ts');
  await withService((service) => exportAccount(service, file, options), { needsFileStore: true });
}

async function exportForProgram(
  file: string,
  options: Parameters<typeof import('./import-export/program-export.ts').exportToProgram>[2],
): Promise<void> {
  const { exportToProgram } = await import('./import-export/program-export.ts');
  await withService((service) => exportToProgram(service, file, options), { needsFileStore: true });
}

const SORTS: readonly string[] = ['products', 'customers'] satisfies Sort[];
const ONE_FILE = {
  fr: 'indiquez le fichier : npx facturier export --all compte.zip',
  en: 'give the file: npx facturier export --all account.zip',
};
const FILE_TO_IMPORT = {
  fr: 'indiquez le fichier : npx facturier import customers clients.csv',
  en: 'give the file: npx facturier import customers customers.csv',
};
const WHAT_TO_IMPORT = {
  fr: 'indiquez ce que contient le fichier : products, customers, purchases ou statement ; ou seulement un dossier',
  en: 'say what the file contains: products, customers, purchases or statement; or give only a folder',
};
const WHAT_TO_EXPORT = {
  fr: 'indiquez ce qu’il faut exporter : products, customers, ou --all et un fichier pour tout le compte',
  en: 'say what to export: products, customers, or --all and a file for the whole account',
};

const othersOf: Readonly<Record<ImportSort | 'statement', readonly string[]>> = {
  statement: ['skipBad', 'updateExisting', 'importKnown'],
  purchases: ['updateExisting', 'iban', 'columns'],
  products: ['importKnown', 'iban'],
  customers: ['importKnown', 'iban'],
};

/** Refuses options that do not apply to what is imported. */
const requireFitting = (what: ImportSort | 'statement', options: Record<string, unknown>): void =>
  requireNone(othersOf[what], what, options);

function requireNone(others: readonly string[], what: string, options: Record<string, unknown>): void {
  const [given] = others.filter((name) => options[name] !== undefined);
  if (given === undefined) return;
  const option = `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError({ fr: `${option} ne s’utilise pas avec ${what}`, en: `${option} cannot be used with ${what}` });
}

// Load the modules first: `withService` drops root privileges, and our compiled TypeScript is
// cached in files that only root can read.
async function withKeys(
  work: (service: CommandContext, keys: typeof import('./accounts/api-key.ts')) => Promise<void>,
): Promise<void> {
  const keys = await import('./accounts/api-key.ts');
  await withService((service) => work(service, keys));
}

/** Opens a command's context and always closes it. */
async function withService(
  work: (service: CommandContext) => Promise<void>,
  options: { needsFileStore?: boolean } = {},
): Promise<void> {
  const { openCommandContext } = await import('./command-context.ts');
  const service = await openCommandContext(readConfig(process.env), { name: 'facturier command', ...options });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}
