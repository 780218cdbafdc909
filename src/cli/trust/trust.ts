import { spawnSync } from 'node:child_process';
import { hash, X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { authorityFile } from '../../runtime/certificates/local-authority.ts';
import { START_COMMAND } from '../../runtime/start-command.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { CommandError, inWords, say, shellWord } from '../terminal/output.ts';

export type TrustOptions = { json?: boolean; remove?: boolean };

/** What the command finds and does on this machine; tests have their own. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  /** Whether a person can type a password. */
  readonly isInteractive: boolean;
  /** The folder that stands for `/`. */
  readonly root: string;
  readonly home: string;
  readonly has: (program: string) => boolean;
  /** Runs a program and returns whether it succeeded; `asks`: it may talk to the person. */
  readonly run: (command: readonly string[], how?: { asks?: boolean }) => boolean;
};

/** A place where a certificate authority is trusted, and what happened there. */
type Place = { readonly store: 'system' | 'browser'; readonly path: string; readonly done: boolean };

/**
 * Adds the authority of this data folder to the store of the system and to the browsers of this
 * user, or removes it. What is already done is not repeated. Asks for the password of `sudo` if
 * the store of the system needs it. Refuses without an authority, with a public certificate, on
 * other systems, and without rights, naming the commands to run by hand.
 */
export function trust(config: Config, options: TrustOptions, machine: Machine = thisMachine()): void {
  if (config.acme || config.tls) throw new CommandError(NOT_LOCAL);
  const file = authorityFile(config.dataFolder);
  const certificate = readAuthority(file);
  const authority = { file, certificate, name: nameOf(certificate), remove: options.remove === true };
  // Browsers first: they need no rights, and are done even if the system is not.
  const browsers = inBrowsers(authority, machine);
  const places = [...browsers.places, inSystem(authority, machine)];
  const failed = places.filter(({ done }) => !done);
  const json = { authority: file, name: authority.name, removed: authority.remove, places };
  if (failed.length > 0) throw new CommandError(notEverywhere(failed), json);
  const words = [inWords(done(authority.remove, places)), ...(browsers.lacksTool ? [inWords(NO_CERTUTIL)] : [])];
  say(options, { ...json, ...(browsers.lacksTool && { missing: 'certutil' }) }, words.join('\n'));
}

type Authority = {
  readonly file: string;
  readonly certificate: string;
  readonly name: string;
  readonly remove: boolean;
};

function readAuthority(file: string): string {
  try {
    return new X509Certificate(readFileSync(file)).toString();
  } catch {
    throw new CommandError(noAuthority(file));
  }
}

/** Differs for each authority, so that two installations do not replace each other. */
const nameOf = (certificate: string): string =>
  `facturier-${hash('sha256', new X509Certificate(certificate).raw).slice(0, 12)}`;

/** The folders where Linux systems look for additional authorities, and what reads them. */
const STORES = [
  { folder: '/usr/local/share/ca-certificates', end: '.crt', update: ['update-ca-certificates'] },
  { folder: '/etc/pki/ca-trust/source/anchors', end: '.pem', update: ['update-ca-trust', 'extract'] },
  { folder: '/etc/ca-certificates/trust-source/anchors', end: '.pem', update: ['update-ca-trust', 'extract'] },
] as const;

function inSystem(authority: Authority, machine: Machine): Place {
  if (machine.platform === 'darwin') return inKeychain(authority, machine);
  const store = STORES.find(({ folder, update }) => existsSync(join(machine.root, folder)) && machine.has(update[0]));
  if (machine.platform !== 'linux' || !store) throw new CommandError(unknownSystem(authority.file));
  const path = `${store.folder}/${authority.name}${store.end}`;
  const place = join(machine.root, path);
  const isThere = existsSync(place) && readFileSync(place, 'utf8') === readFileSync(authority.file, 'utf8');
  if (authority.remove ? !existsSync(place) : isThere) return { store: 'system', path, done: true };
  const commands = [
    authority.remove ? ['rm', '-f', place] : ['install', '-m', '0644', authority.file, place],
    [...store.update],
  ];
  return { store: 'system', path, done: asRoot(commands, machine) };
}

/** Runs commands as root, with `sudo` if necessary. */
function asRoot(commands: readonly (readonly string[])[], machine: Machine): boolean {
  if (machine.isRoot) return commands.every((command) => machine.run(command));
  if (!machine.has('sudo') || !(machine.isInteractive || machine.run(['sudo', '-n', 'true'])))
    throw new CommandError(needsRoot(commands));
  return commands.every((command) => machine.run(['sudo', ...command], { asks: true }));
}

/** The user's own keychain: macOS asks the person itself. */
function inKeychain({ file, remove }: Authority, machine: Machine): Place {
  const path = join(machine.home, 'Library/Keychains/login.keychain-db');
  const command = remove
    ? ['security', 'remove-trusted-cert', file]
    : ['security', 'add-trusted-cert', '-r', 'trustRoot', '-k', path, file];
  return { store: 'system', path, done: machine.run(command, { asks: true }) };
}

/** Folders in the home with databases of Firefox (one for each profile) and Chromium. */
const FIREFOX = [
  '.mozilla/firefox',
  'snap/firefox/common/.mozilla/firefox',
  '.var/app/org.mozilla.firefox/.mozilla/firefox',
  'Library/Application Support/Firefox/Profiles',
] as const;
const CHROMIUM = ['.pki/nssdb', 'snap/chromium/current/.pki/nssdb'] as const;
const CHROMIUM_PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'brave-browser'];

function inBrowsers(authority: Authority, machine: Machine): { places: Place[]; lacksTool: boolean } {
  const folders = databases(machine);
  const isCreated = !authority.remove && lacksChromiumDatabase(machine);
  if (folders.length === 0 && !isCreated) return { places: [], lacksTool: false };
  if (!machine.has('certutil')) return { places: [], lacksTool: true };
  const [first] = CHROMIUM;
  if (isCreated) folders.push(newDatabase(join(machine.home, first), machine));
  return {
    places: folders.map((path) => ({ store: 'browser', path, done: inDatabase(path, authority, machine) })),
    lacksTool: false,
  };
}

function databases({ home }: Machine): string[] {
  const profiles = FIREFOX.map((each) => join(home, each))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return [...profiles, ...CHROMIUM.map((each) => join(home, each))].filter((each) =>
    existsSync(join(each, 'cert9.db')),
  );
}

/** Chromium creates its database with the first certificate of its own. */
const lacksChromiumDatabase = (machine: Machine): boolean =>
  machine.platform === 'linux' &&
  CHROMIUM_PROGRAMS.some(machine.has) &&
  !CHROMIUM.some((each) => existsSync(join(machine.home, each, 'cert9.db')));

function newDatabase(folder: string, { run }: Machine): string {
  run(['mkdir', '-p', '-m', '0700', dirname(folder), folder]);
  run(['certutil', '-N', '--empty-password', '-d', `sql:${folder}`]);
  return folder;
}

function inDatabase(folder: string, { file, name, remove }: Authority, { run }: Machine): boolean {
  const at = ['-d', `sql:${folder}`, '-n', name];
  const isKnown = run(['certutil', '-L', ...at]);
  if (remove) return !isKnown || run(['certutil', '-D', ...at]);
  return isKnown || run(['certutil', '-A', ...at, '-t', 'C,,', '-i', file]);
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  isInteractive: process.stdin.isTTY === true,
  root: '/',
  home: homedir(),
  has: (program) => foldersOfPrograms().some((folder) => isProgram(join(folder, program))),
  run: ([program = '', ...args], { asks = false } = {}) =>
    spawnSync(program, args, {
      // Results of the command go to standard output; what programs say must not mix with them.
      stdio: asks ? ['inherit', 2, 'inherit'] : 'ignore',
      env: { ...process.env, PATH: foldersOfPrograms().join(delimiter) },
    }).status === 0,
});

/** With the folders of system programs, which a user's PATH may lack. */
const foldersOfPrograms = (): string[] => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const NOT_LOCAL = {
  fr: 'Ce service n’utilise pas l’autorité locale (DOMAIN ou TLS_CERT est réglé) : il n’y a rien à ajouter.',
  en: 'This service does not use the local authority (DOMAIN or TLS_CERT is set): there is nothing to add.',
};
const noAuthority = (file: string) => ({
  fr: `Il n’y a pas d’autorité locale dans ${file}. Démarrez le service une fois (${START_COMMAND}), ou donnez son dossier de données dans FACTURIER_DATA.`,
  en: `There is no local authority in ${file}. Start the service once (${START_COMMAND}), or give its data folder in FACTURIER_DATA.`,
});
const unknownSystem = (file: string) => ({
  fr: `Le magasin de certificats de ce système n’est pas connu de cette commande. Importez ${file} comme autorité de certification dans les réglages du système.`,
  en: `This command does not know the certificate store of this system. Import ${file} as a certificate authority in the settings of the system.`,
});
const needsRoot = (commands: readonly (readonly string[])[]) => {
  const lines = commands.map((command) => `  ${command.map(shellWord).join(' ')}`).join('\n');
  return {
    fr: `Les navigateurs de cet utilisateur sont réglés, mais seul root modifie le magasin du système. Recommencez dans un terminal, où sudo peut demander votre mot de passe, ou exécutez ceci en tant que root :\n${lines}`,
    en: `The browsers of this user are set, but only root can change the store of the system. Try again in a terminal, where sudo can ask for your password, or run this as root:\n${lines}`,
  };
};
const notEverywhere = (failed: readonly Place[]): TranslatedText => {
  const where = failed.map(({ path }) => path).join(', ');
  return {
    fr: `Cela a échoué pour : ${where}. Fermez les navigateurs, puis recommencez : ce qui est fait n’est pas refait.`,
    en: `This failed for: ${where}. Close the browsers, then try again: what is done is not done again.`,
  };
};
const done = (isRemoved: boolean, places: readonly Place[]): TranslatedText => {
  const lines = places.map(({ path }) => `  ${path}`).join('\n');
  return isRemoved
    ? { fr: `L’autorité locale est retirée de :\n${lines}`, en: `The local authority has been removed from:\n${lines}` }
    : {
        fr: `Ce système et ces navigateurs reconnaissent maintenant l’autorité locale :\n${lines}\nRedémarrez les navigateurs ouverts. Pour l’annuler : facturier trust --remove`,
        en: `This system and these browsers now trust the local authority:\n${lines}\nRestart open browsers. To undo this: facturier trust --remove`,
      };
};
const NO_CERTUTIL = {
  fr: 'Firefox et Chromium ont leur propre magasin, que seul le programme certutil modifie. Installez-le (Debian : libnss3-tools ; Fedora : nss-tools ; Arch, Homebrew : nss), puis recommencez.',
  en: 'Firefox and Chromium have their own store, which only the program certutil can change. Install it (Debian: libnss3-tools; Fedora: nss-tools; Arch, Homebrew: nss), then try again.',
};
