import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';
import { binariesIn, binariesPackage, majorOf, type PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);

/** Longest wait for npm. */
const NPM_MS_MAX = 600_000;

/** A PostgreSQL of another major version, and the folder to delete afterwards. */
export type DownloadedBinaries = { readonly binaries: PostgresBinaries; readonly folder: string };

/**
 * Installs the latest PostgreSQL of this major version into a world-readable temporary folder with
 * npm, package scripts disabled. Refuses with a remedy if npm or its registry is unavailable.
 */
export async function downloadBinaries(major: number): Promise<DownloadedBinaries> {
  const name = binariesPackage();
  const folder = await mkdtemp(join(tmpdir(), `facturier-postgresql-${major}-`));
  await chmod(folder, 0o755);
  try {
    const listed = JSON.parse(await npm(['view', name, 'versions', '--json'], folder)) as string[];
    const version = listed.filter((each) => majorOf(each) === major).at(-1);
    if (version === undefined) throw new Error(`${name}@${major}`);
    const quiet = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    await npm(['install', '--prefix', folder, ...quiet, `${name}@${version}`], folder);
    return { binaries: await binariesIn(join(folder, 'node_modules', name)), folder };
  } catch (error) {
    throw new StartupError([{ text: notInstalled(`${name}@${major}`, error) }], { cause: error });
  }
}

async function npm(args: string[], folder: string): Promise<string> {
  const { stdout } = await run('npm', args, {
    cwd: folder,
    timeout: NPM_MS_MAX,
    shell: process.platform === 'win32',
  });
  return stdout;
}

const notInstalled = (what: string, error: unknown) => ({
  fr: `l’ancien PostgreSQL (${what}) n’a pas pu être installé : ${(error as Error).message}. Vérifiez l’accès au registre npm, ou donnez son dossier avec --old-binaries.`,
  en: `the old PostgreSQL (${what}) could not be installed: ${(error as Error).message}. Check the access to the npm registry, or give its folder with --old-binaries.`,
});
