import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';

/** Instead of npm: like `npm ci` it first removes the packages, then takes its time. */
const NPM = `
  const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
  rmSync('node_modules', { recursive: true, force: true });
  appendFileSync('log', 'begins\\n');
  setTimeout(() => {
    mkdirSync('node_modules/.bin', { recursive: true });
    writeFileSync('node_modules/.package-lock.json', '{}');
    appendFileSync('log', 'ends\\n');
  }, 1000);`;

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'facturier install '));
  await mkdir(join(project, 'bootstrap'));
  for (const file of ['failure-messages.mjs', 'first-start.mjs', 'install.mjs', 'file-lock.mjs'])
    await copyFile(new URL(`../../bootstrap/${file}`, import.meta.url), join(project, 'bootstrap', file));
  for (const file of ['package.json', 'package-lock.json']) await writeFile(join(project, file), '{}');
  await writeFile(join(project, 'npm.js'), NPM);
});
afterAll(() => rm(project, { recursive: true }));

/** The exit code of a launcher that checks its packages. */
async function launcher(): Promise<number> {
  const code = "import { installed } from './bootstrap/install.mjs'; process.exit((await installed()) ? 0 : 1);";
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: project,
    env: { ...process.env, npm_execpath: join(project, 'npm.js') },
    stdio: 'ignore',
  });
  const [exit] = await once(child, 'exit');
  return exit as number;
}

const log = (): Promise<string> => readFile(join(project, 'log'), 'utf8').catch(() => '');

test('a command started during the first installation waits for it and does not install again', async () => {
  const first = launcher();
  for (let looks = 0; !(await log()); looks++) {
    assert.ok(looks < 6_000, 'the first launcher never began to install');
    await wait(10);
  }
  assert.deepEqual(await Promise.all([first, launcher(), launcher()]), [0, 0, 0]);
  assert.equal(await log(), 'begins\nends\n');
});
