import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { program } from '../../src/cli/program.ts';

const PROJECT = new URL('../..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const { commandLine } = await import(new URL('../../bootstrap/command-line.mjs', import.meta.url).href);

/** A command of a page. Inline ones may leave out what the sentence does not need. */
type Shown = { line: string; isWhole: boolean };

const SCRIPTS: Record<string, string> = JSON.parse(read('package.json')).scripts;
/** The settings, and other variables: of clients, compose files, Node and the time zone. */
const VARIABLES = new Set([
  ...[...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name),
  ...['FACTURIER_URL', 'FACTURIER_KEY', 'POSTGRES_PASSWORD', 'DOCKER_BUILDKIT', 'NODE_EXTRA_CA_CERTS', 'TZ'],
]);
/** The options of Docker that the manual uses; Podman has the same. */
const DOCKER: Readonly<Record<string, readonly string[]>> = {
  build: ['-f', '-t', '--pull', '--no-cache'],
  run: (
    '-d --name --restart -p -v --stop-timeout --memory --read-only --tmpfs --cap-drop --security-opt --rm -e ' +
    '--no-healthcheck'
  ).split(' '),
  compose: ['-f', '-d', '--build'],
  exec: [],
  logs: [],
};
/** Blocks that hold no commands. */
const NOT_SHELL = ['json', 'xml', 'yaml', 'csv', 'nginx', 'txt'];
const PROGRAMS = new RegExp(
  '^(?:facturier|npx|npm|docker|podman|sudo|git|pg_dump|pg_restore|pg_basebackup|cd|chown|chmod|mv|openssl|node|' +
    'systemctl|systemd-analyze|journalctl|brew|which|wsl|launchctl)\\s',
);

/**
 * What is wrong with the commands of a page: one line for each command that the program, npm or
 * Docker would refuse, and for each other command without a reason in `exceptions` (its beginning).
 * Adds the exceptions that it needed to `used`.
 */
export function wrongCommands(page: string, exceptions: readonly string[], used = new Set<string>()): string[] {
  const unnamed = [...page.matchAll(/^```(\w*)\n[\s\S]*?^```/gm)]
    .map(([, language = '']) => language)
    .filter((language) => language !== 'sh' && !NOT_SHELL.includes(language))
    .map((language) => `a block in the language "${language}"`);
  const refused = [...blocks(page), ...inline(page)].flatMap((shown) =>
    commandsOf(shown.line).flatMap((words) => {
      const reason = refusal(words, shown.isWhole, (text) => {
        const exception = exceptions.find((beginning) => text === beginning || text.startsWith(`${beginning} `));
        if (exception !== undefined) used.add(exception);
        return exception !== undefined;
      });
      return reason === undefined ? [] : [`${words.join(' ')}: ${reason}`];
    }),
  );
  return [...unnamed, ...refused];
}

function blocks(page: string): Shown[] {
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/(?:^| +)#.*$/, ''))
      .filter(Boolean)
      .map((line) => ({ line, isWhole: true })),
  );
}

/** Commands in sentences and tables: of several words, or with a setting before them. */
function inline(page: string): Shown[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '').replace(/<[^>\n]+>/g, 'X');
  return [...prose.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)]
    .map(([, span = '']) => span.replace(/\s+/g, ' ').replaceAll(/\\\|\w+/g, ''))
    .filter((span) => PROGRAMS.test(span) || /^[A-Z_]+=/.test(span) || isOwn(span))
    .map((line) => ({ line, isWhole: false }));
}

/** A command of Facturier without its name, as a sentence uses it: `serve --role worker`. */
const isOwn = (span: string): boolean =>
  span.includes(' ') && program({ code: 0 }).commands.some((command) => command.name() === span.split(' ')[0]);

/** The commands of a line, as words without quotes. `$(…)` and `<…>` are one word. */
function commandsOf(line: string): string[][] {
  const words = line.match(/(?:\$\([^)]*\)|<[^>]*>|"[^"]*"|'[^']*'|[^\s;|&"'<]|(?<=\S)<)+|&&|\||;/g) ?? [];
  const commands: string[][] = [[]];
  for (const word of words) {
    if (['&&', '|', ';'].includes(word)) commands.push([]);
    else commands.at(-1)?.push(word.replaceAll(/["']/g, ''));
  }
  return commands.filter((command) => command.length > 0);
}

function refusal(words: string[], isWhole: boolean, isException: (text: string) => boolean): string | undefined {
  const start = words.findIndex((word) => word !== 'sudo' && !/^[A-Z_]+=/.test(word));
  const before = start < 0 ? words : words.slice(0, start);
  for (const word of before) {
    const name = word.split('=')[0] ?? '';
    if (word.includes('=') && !VARIABLES.has(name)) return `${name} is no setting`;
  }
  if (start < 0) return undefined;
  const [name = '', ...rest] = words.slice(start);
  // The package starts the service if no command follows.
  if (name === 'npx' && rest.join() === 'facturier') return undefined;
  if (name === 'npx' && rest[0] === 'facturier') return ofFacturier(rest.slice(1), isWhole);
  if (name === 'facturier') return ofFacturier(rest, isWhole);
  if (name === 'npm') return ofNpm(rest);
  if (name === 'docker' || name === 'podman') return ofDocker(rest, isWhole);
  if (isException(words.slice(start).join(' '))) return undefined;
  if (!isWhole && isOwn([name, ...rest].join(' '))) return ofFacturier([name, ...rest], isWhole);
  return 'neither checked nor among the exceptions';
}

/** Parses a command as the program does, without running it. */
function ofFacturier(args: readonly string[], isWhole: boolean): string | undefined {
  const root = program({ code: 0 });
  const every = (command: Command): Command[] => [command, ...command.commands.flatMap(every)];
  for (const command of every(root)) {
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} });
    if (command.commands.length === 0) command.action(() => {});
  }
  try {
    root.parse(args.map(realistic), { from: 'user' });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'commander.helpDisplayed' || (code === 'commander.help' && !isWhole)) return undefined;
    if (!isWhole && /missing/i.test(code ?? '')) return undefined;
    return message;
  }
  return undefined;
}

/** A value in place of what the reader fills in. */
const realistic = (word: string): string =>
  word.startsWith('$(date') ? '2026-01-31' : word === 'ID' ? '01a22920-ad86-75cf-bfca-b6f050e1610a' : word;

/** Installs the file of our package into this folder. */
const INSTALLING = /^(--prefix \. --ignore-scripts )?\S*\.tgz$|^$/;

function ofNpm([command = '', ...rest]: string[]): string | undefined {
  if (command === 'install') return INSTALLING.test(rest.join(' ')) ? undefined : 'not our package';
  if (command === 'ci' || command === 'pack') return rest.length > 0 ? 'an unknown option' : undefined;
  if (['cache', ...rest].join(' ') === 'cache clean --force' && command === 'cache') return undefined;
  const name = command === 'run' ? (rest.shift() ?? '') : command;
  if (SCRIPTS[name] === undefined) return 'no such script';
  const [dashes, ...args] = rest;
  if (dashes === undefined) return undefined;
  if (dashes !== '--') return 'options of a script follow --';
  if (name === 'start') return ofFacturier(['serve', ...args], true);
  const source = read(commandLine(name, args).program);
  const unknown = args.find((word) => word.startsWith('--') && !new RegExp(`\\b${word.slice(2)}\\b`).test(source));
  return unknown && `the script has no option ${unknown}`;
}

function ofDocker([command = '', ...rest]: string[], isWhole: boolean): string | undefined {
  const options = DOCKER[command];
  if (options === undefined) return 'not a command of Docker that the manual uses';
  const own = rest.findIndex((word) => word === 'facturier' && !rest[rest.indexOf(word) - 1]?.startsWith('-'));
  const isInside = own >= 0 && (command === 'exec' || command === 'run');
  const outside = isInside ? rest.slice(0, own) : rest;
  const unknown = outside.find((word) => word.startsWith('-') && !options.includes(word));
  if (unknown) return `an option that the list of this check lacks: ${unknown}`;
  const file = outside[outside.indexOf('-f') + 1] ?? '';
  if (outside.includes('-f') && !existsSync(join(PROJECT, file))) return `no file ${file}`;
  if ((command === 'exec' || command === 'logs') && outside[0] !== 'billing')
    return `no container ${outside[0]} in deploy/compose.yaml`;
  if (isInside && rest.length > own + 1) return ofFacturier(rest.slice(own + 1), isWhole);
  return undefined;
}
