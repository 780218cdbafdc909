import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';

const PROJECT = new URL('../..', import.meta.url).pathname;

/** Instead of an exit code: npm killed by the system for lack of memory. */
const KILLED = 'killed for memory';
const { isOutOfMemory } = await import(new URL('../../bootstrap/failure-messages.mjs', import.meta.url).href);

/** An npm that records its arguments; `refusals` sets the exit code per command. */
const npmThat = (refusals: Record<string, string>): string => `
  import { appendFileSync, mkdirSync } from 'node:fs';
  const [command] = process.argv.slice(2);
  appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
  const refusal = ${JSON.stringify(refusals)}[command];
  if (refusal === ${JSON.stringify(KILLED)}) process.kill(process.pid, 'SIGKILL');
  if (refusal) { console.error(refusal); process.exit(1); }
  mkdirSync('node_modules/.bin', { recursive: true });`;

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function start(
  refusals: Record<string, string>,
  spoil: (folder: string) => Promise<void> = async () => {},
): Promise<{ code: number; err: string; asked: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier installing '));
  folders.push(folder);
  await cp(join(PROJECT, 'bootstrap'), join(folder, 'bootstrap'), { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'main.ts'), '');
  await writeFile(join(folder, 'npm.js'), npmThat(refusals));
  await spoil(folder);
  const env = { ...process.env, npm_execpath: join(folder, 'npm.js') };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(folder, 'bootstrap', 'facturier.mjs'), 'verify'],
      { env },
      async (error, _, err) => {
        const asked = (await readFile(join(folder, 'asked'), 'utf8').catch(() => '')).trim().split('\n');
        resolve({ code: error ? Number(error.code) : 0, err, asked });
      },
    );
  });
}

const OFF = '--ignore-scripts --no-audit --no-fund --loglevel=error';

test('packages are installed from the lockfile, and none of their scripts run', async () => {
  const { code, asked } = await start({});
  assert.deepEqual([code, asked], [0, [`ci ${OFF}`]]);
});

test('a lockfile refused by npm ci is installed by npm install, without scripts, and a message says so', async () => {
  const { code, err, asked } = await start({ ci: 'npm error code EUSAGE' });
  assert.deepEqual([code, asked], [0, [`ci ${OFF}`, `install ${OFF}`]]);
  assert.match(err, /npm ci refuses this lock/);
});

test('an unreachable registry is reported once and not tried again', async () => {
  const { code, err, asked } = await start({ ci: 'npm error code ENOTFOUND' });
  assert.deepEqual([code, asked], [1, [`ci ${OFF}`]]);
  assert.match(err, /ENOTFOUND[\s\S]*check the access to the npm registry/);
});

test('npm killed for lack of memory is reported with the memory the first start needs', async () => {
  const { code, err, asked } = await start({ ci: KILLED });
  assert.deepEqual([code, asked], [1, [`ci ${OFF}`]]);
  assert.match(
    err,
    /This machine ran out of memory: npm was killed\. The first start needs 1 GB \(512 MB afterwards\)/,
  );
  assert.doesNotMatch(err, /check the access to the npm registry/);
  // Its own heap may be full before the machine's memory.
  const full = await start({ ci: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory' });
  assert.match(full.err, /ran out of memory/);
});

test('a build killed for memory is recognized by signal, exit code or message; other failures are not', () => {
  for (const ended of [{ signal: 'SIGKILL' }, { signal: 'SIGABRT' }, { status: 137 }, { status: 134 }])
    assert.equal(isOutOfMemory({ status: null, signal: null, ...ended }), true, JSON.stringify(ended));
  assert.equal(isOutOfMemory({ status: 1, signal: null, said: 'Cannot allocate memory' }), true);
  for (const ended of [{ status: 1 }, { signal: 'SIGTERM' }, { signal: 'SIGINT' }])
    assert.equal(isOutOfMemory({ status: null, signal: null, ...ended }), false, JSON.stringify(ended));
});

test('a launcher failure is one sentence per language with the remedy, without a stack trace', async () => {
  const { code, err } = await start({}, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{');
  });
  assert.equal(code, 1);
  assert.match(err, /^Le lancement a échoué : .*\nThe launch failed: .*Clone Facturier again/m);
  assert.doesNotMatch(err, /^\s+at /m);
});

test('a manual npm install runs no package scripts either', async () => {
  assert.match(await readFile(join(PROJECT, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
});
