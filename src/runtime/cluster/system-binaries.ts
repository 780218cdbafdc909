import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startedByRoot } from '../privileges/system-user.ts';

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
