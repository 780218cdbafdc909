import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadBinaries } from '../../src/runtime/cluster/install-other-version.ts';
import { binariesPackage } from '../../src/runtime/cluster/postgres-binaries.ts';

/** What upgrades start from as long as no release is tagged: the last commit of version 0.1. */
export const BEFORE_THE_FIRST_RELEASE = '381fab6c';

/** The tag of the newest release in the history of this commit; undefined if there is none. */
export function lastRelease(project: string): string | undefined {
  const args = ['-C', project, 'tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname'];
  const tags = execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
}

/** The settings of the container image, from its Dockerfile, without its paths and ports. */
export function imageSettings(project: string): Record<string, string> {
  const dockerfile = readFileSync(join(project, 'deploy', 'Dockerfile'), 'utf8');
  const [, line = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
  const settings = Object.fromEntries([...line.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  assert.ok(settings.NODE_ENV && settings.LANG && settings.TZ, 'the Dockerfile sets them');
  return { NODE_ENV: settings.NODE_ENV as string, LANG: settings.LANG as string, TZ: settings.TZ as string };
}

/**
 * Gives the former version in `clone` and a copy of today's the PostgreSQL of the image instead of
 * the one from npm. Returns the main program of the copy.
 */
export async function withImagePostgres(
  project: string,
  given: { clone: string; copy: string; programOf: (folder: string) => string },
): Promise<string> {
  const { binaries, folder } = await downloadBinaries(imagePostgres(project));
  // Installs the packages of the former version.
  execFileSync(process.execPath, [given.programOf(given.clone), '--version'], { cwd: given.clone, stdio: 'pipe' });
  await copyOf(project, given.copy);
  for (const place of [given.clone, given.copy]) {
    const modules = join(place, 'node_modules');
    const ours = join(modules, binariesPackage());
    await rm(ours, { recursive: true, force: true });
    await cp(dirname(binaries.folder), ours, { recursive: true, verbatimSymlinks: true });
  }
  await rm(folder, { recursive: true, force: true });
  return join(given.copy, 'src', 'main.ts');
}

/** The major version of PostgreSQL in the container image. */
export function imagePostgres(project: string): number {
  const dockerfile = readFileSync(join(project, 'deploy', 'Dockerfile'), 'utf8');
  return Number(/apt-get download postgresql-(\d+)/.exec(dockerfile)?.[1]);
}

/** Copies this version, with hard links to its packages. */
async function copyOf(project: string, into: string): Promise<void> {
  await mkdir(into);
  await chmod(into, 0o755);
  const listed = ['-C', project, 'ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', listed, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter(Boolean);
  for (const top of new Set(files.map((file) => file.split('/')[0] as string)))
    if (['src', 'migrations', 'fonts', 'bootstrap', 'web', 'docs', 'package.json'].includes(top))
      await cp(join(project, top), join(into, top), { recursive: true });
  execFileSync('cp', ['-al', join(project, 'node_modules'), into]);
  assert.ok((await readdir(join(into, 'node_modules'))).length > 10);
}
