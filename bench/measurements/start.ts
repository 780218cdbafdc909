import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discardDataFolder } from '../../test/support/database/test-cluster.ts';
import type { Options } from '../options.ts';
import { ended, freePort, ready, settingsFor } from '../process/server-process.ts';
import { type Finding, median } from '../report.ts';

const CLONE_MOST_SECONDS = 60;
const LATER_MOST_SECONDS = 2;

/**
 * Time from a clean clone of the last commit to the first response, with packages from npm's cache;
 * and of later starts.
 */
export async function measureStart({ rounds }: Options): Promise<Finding[]> {
  const clone = await mkdtemp(join(tmpdir(), 'facturier-clone-'));
  const where = { dataFolder: join(clone, 'data'), port: await freePort() };
  const started = async (): Promise<number> => {
    const began = performance.now();
    const env = { ...withoutNpm(process.env), ...settingsFor(where) };
    const child = spawn('npm', ['start'], { cwd: clone, env, stdio: 'ignore' });
    await ready(child, where);
    const seconds = (performance.now() - began) / 1000;
    await ended(child);
    return seconds;
  };
  try {
    execFileSync('git', ['clone', '--quiet', fileURLToPath(new URL('../..', import.meta.url)), clone]);
    const first = await started();
    const later: number[] = [];
    for (let n = 0; n < rounds; n++) later.push(await started());
    return [
      { what: 'clean clone to ready', value: first, unit: 's', target: { most: CLONE_MOST_SECONDS } },
      { what: 'later starts', value: median(later), unit: 's', target: { most: LATER_MOST_SECONDS } },
    ];
  } finally {
    await discardDataFolder(where.dataFolder);
    await rm(clone, { recursive: true, force: true });
  }
}

/** Removes variables of the npm that runs the bench, which would mislead the clone's npm. */
const withoutNpm = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(npm_|NODE_COMPILE_CACHE$)/.test(name)));
