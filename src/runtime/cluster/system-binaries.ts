import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startedByRoot } from '../privileges/system-user.ts';

/** Folder and version of an installation of PostgreSQL. */
type Installed = { readonly folder: string; readonly version: string };

/** Milliseconds a program has to say its version. */
const ANSWER_MS = 5_000;

/** Where packages of systems put a PostgreSQL of this major version. */
const places = (major: number): readonly string[] => [
  `/usr/lib/postgresql/${major}`,
  `/usr/pgsql-${major}`,
  `/usr/libexec/postgresql${major}`,
  `/opt/homebrew/opt/postgresql@${major}`,
  `/usr/local/opt/postgresql@${major}`,
  `/usr/local/pgsql`,
];

/** What the service needs of an installation, in its folder `bin`. */
const PROGRAMS = ['postgres', 'initdb', 'pg_ctl'];

/**
 * A PostgreSQL of the same major version that the system's package manager keeps up to date, where it is newer than the one
 * npm brought: the two read the same files, and the newer one has security fixes that the other lacks. The places are looked
 * at in order, the newest wins. `where` is for tests.
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

/** Our tables need one extension, which some systems put in a package of its own. */
const EXTENSION = 'pg_trgm';

function hasExtension(folder: string): boolean {
  const libraries = [join(folder, 'lib'), join(folder, 'lib', 'postgresql'), folder.replace('/libexec/', '/lib/')];
  return libraries.some((each) => ['so', 'dylib'].some((end) => existsSync(join(each, `${EXTENSION}.${end}`))));
}

/** Root runs only what root owns. */
const isTrusted = (program: string): boolean => !startedByRoot() || statSync(program).uid === 0;

/** Same major version, later minor. */
function isNewer(version: string, than: string): boolean {
  const [[major, minor], [ofMajor, ofMinor]] = [numbersOf(version), numbersOf(than)];
  return major === ofMajor && minor > ofMinor;
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
