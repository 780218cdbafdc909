import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { request } from 'node:https';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, test } from 'vitest';
import { discardDataFolder } from '../../support/database/test-cluster.ts';
import { longFormOnly } from '../../support/runner/long-form.ts';

const PROJECT = resolve(new URL('../../..', import.meta.url).pathname);
const isRoot = process.getuid?.() === 0;
/** An existing unprivileged user without files (nobody). */
const PLAIN = { uid: 65_534, gid: 65_534 };
const rootOnly = isRoot ? false : 'only root can start in a folder that only root may enter';
const longRootOnly = longFormOnly || rootOnly;
/** The launcher's record of installed packages, so that nothing is downloaded. */
const MARK = '.facturier.json';
const START_MS_MAX = 180_000;
/** A path that a shell or an address splits or encodes. */
const SPACED = "Été d'essai (à payer) ";
const STACK = /^\s+at .+:\d+:\d+\)?$/m;

const made: string[] = [];
const running: ChildProcess[] = [];
// Removed one at a time: removing all at the end can take more than a minute on a slow disk.
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGTERM');
  for (const folder of made.splice(0)) {
    for (const data of [join(folder, 'facturier', 'data'), join(folder, 'data')]) await discardDataFolder(data);
    await rm(folder, { recursive: true, force: true });
  }
});

async function newFolder(parent: string, { name = 'facturier-start-', mode }: { name?: string; mode: number }) {
  const folder = await mkdtemp(join(parent, name));
  await chmod(folder, mode);
  made.push(folder);
  return folder;
}

/**
 * The packages of the project: symbolic links where every user can follow them, otherwise hard
 * links, which take twenty times as long.
 */
async function takePackages(into: string): Promise<void> {
  const ours = join(PROJECT, 'node_modules');
  if (isReadableByAll(join(ours, 'pg/package.json'))) {
    await mkdir(into);
    for (const name of await readdir(ours))
      if (!name.startsWith('.facturier') && name !== '.cache') await symlink(join(ours, name), join(into, name));
  } else {
    execFileSync('sh', ['-c', 'cp -al "$1" "$2" 2>/dev/null || cp -a "$1" "$2"', 'sh', ours, into]);
    await rm(join(into, '.cache', 'node'), { recursive: true, force: true });
    await rm(join(into, MARK));
  }
  // A separate file, as the launcher may rewrite it.
  await cp(join(ours, MARK), join(into, MARK));
}

const isReadableByAll = (file: string): boolean =>
  !isRoot || spawnSync('test', ['-r', file], { ...PLAIN, stdio: 'ignore' }).status === 0;

/** What no start reads. */
const LEFT_OUT = new Set([
  ...['node_modules', '.git', 'data', 'pictures'],
  ...['test', 'bench', 'examples', 'integrations'],
]);

/** A clone with its packages (as links) and, unless `isBare`, its built pages. */
async function cloneIn(folder: string, { isBare = false, owner = {} as { uid?: number; gid?: number } } = {}) {
  const clone = join(folder, 'facturier');
  await mkdir(clone);
  const taken = (await readdir(PROJECT)).filter((name) => !LEFT_OUT.has(name) && !name.startsWith('.facturier'));
  execFileSync('cp', ['-a', ...taken.map((name) => join(PROJECT, name)), clone]);
  if (isBare) await rm(join(clone, 'web', 'dist'), { recursive: true });
  await takePackages(join(clone, 'node_modules'));
  if (owner.uid !== undefined && owner.gid !== undefined) {
    // Folders only: every file may be read by everyone.
    execFileSync('find', [folder, '-type', 'd', '-exec', 'chown', `${owner.uid}:${owner.gid}`, '{}', '+']);
    await chown(folder, owner.uid, owner.gid);
  }
  return clone;
}

type As = { uid?: number; gid?: number; home?: string; settings?: Record<string, string> };

function npmStart(clone: string, { uid, gid, home = homedir(), settings = {} }: As) {
  const {
    DATABASE_URL: _,
    FACTURIER_DATA: __,
    NODE_COMPILE_CACHE: ___,
    npm_config_cache: ____,
    ...environment
  } = process.env;
  const child = spawn('npm', ['start', '--silent', '--', '--json'], {
    cwd: clone,
    env: {
      ...environment,
      HOME: home,
      PORT: '0',
      HTTP_PORT: '0',
      LOG_LEVEL: 'error',
      LC_ALL: 'en',
      RATES_URL: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && uid !== undefined && { uid, gid }),
  });
  running.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return { child, said, ended: once(child, 'close') as Promise<[number | null]> };
}

/** Starts, requests the first page like a browser, and stops; returns the error output. */
async function serves(clone: string, how: As): Promise<{ err: string }> {
  const { child, said, ended } = npmStart(clone, how);
  for (const deadline = performance.now() + START_MS_MAX; !said.out.includes('\n'); await wait(20)) {
    assert.equal(child.exitCode, null, `ended with ${child.exitCode}: ${said.err}`);
    assert.ok(performance.now() < deadline, `never served: ${said.err}`);
  }
  const { address, authorityFile } = JSON.parse(said.out) as { address: string; authorityFile: string };
  const page = await asked(`${address}/`, readFileSync(authorityFile, 'utf8'));
  assert.equal(page.status, 200);
  assert.match(page.text, /<script type="module"/, 'the pages are there');
  child.kill('SIGTERM');
  assert.deepEqual((await ended)[0], 0, said.err);
  assert.doesNotMatch(said.err, STACK);
  return { err: said.err };
}

function asked(address: string, ca: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((done, failed) => {
    request(address, { ca, headers: { Accept: 'text/html' } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => done({ status: answer.statusCode, text }));
    })
      .on('error', failed)
      .end();
  });
}

/** A start that must fail with one sentence and no stack trace. */
async function refuses(clone: string, how: As): Promise<string> {
  const { said, ended } = npmStart(clone, how);
  const [code] = await ended;
  assert.notEqual(code, 0);
  assert.equal(said.out, '');
  assert.doesNotMatch(said.err, STACK);
  return said.err;
}

// Built once; all clones but one take the result.
const { builtWeb } = await import(new URL('../../../bootstrap/build-web.mjs', import.meta.url).href);
await builtWeb(process.execPath);

test('npm start in the home of root works and prints one line: it still runs as root, and how to change that', async (t) => {
  if (rootOnly) t.skip(rootOnly);
  const clone = await cloneIn(await newFolder(homedir(), { mode: 0o755 }));
  await chmod(clone, 0o700);
  const { err } = await serves(clone, {});
  assert.equal(err.match(/^⚠/gm)?.length, 2, err);
  assert.match(
    err,
    /⚠ the service still runs as root: the user \d+ cannot read \S+\. .*: mv '.*\/facturier' \/opt\/facturier/,
  );
});

test('npm start in a folder of mode 700 works', async (t) => {
  if (longRootOnly) t.skip(longRootOnly);
  const clone = await cloneIn(await newFolder(tmpdir(), { mode: 0o700 }));
  assert.match((await serves(clone, {})).err, /still runs as root/);
});

test('npm start by a normal user in their home of mode 700 works', async (t) => {
  if (longFormOnly) t.skip(longFormOnly);
  const home = await newFolder(tmpdir(), { mode: 0o700 });
  const clone = await cloneIn(home, { owner: isRoot ? PLAIN : {} });
  assert.equal((await serves(clone, { ...PLAIN, home })).err.includes('⚠'), false);
});

test('npm start by root in the home of a normal user works with mode 700 and 755', async (t) => {
  if (longRootOnly) t.skip(longRootOnly);
  const home = await newFolder(tmpdir(), { mode: 0o700 });
  const clone = await cloneIn(home, { owner: PLAIN });
  assert.match((await serves(clone, {})).err, /still runs as root/);
  await chmod(home, 0o755);
  await serves(clone, {});
});

test('npm start in a path with spaces, accents and a quote works', async (t) => {
  // The next test starts in such a path too, and changes nothing else there.
  if (longFormOnly) t.skip(longFormOnly);
  const clone = await cloneIn(await newFolder(tmpdir(), { name: SPACED, mode: 0o755 }));
  assert.equal((await serves(clone, {})).err.includes('⚠'), false);
});

test('a read-only checkout in a path with spaces, accents and a quote works with a separate data folder; without data folder or packages it names the remedy', async () => {
  const folder = await newFolder(tmpdir(), { name: SPACED, mode: 0o755 });
  const clone = await cloneIn(folder, { isBare: true });
  const own = await newFolder(tmpdir(), { mode: 0o700 });
  if (isRoot) await chown(own, PLAIN.uid, PLAIN.gid);
  execFileSync('find', [clone, '-type', 'd', '-exec', 'chmod', 'a-w', '{}', '+']);
  try {
    const how = { ...PLAIN, home: own };
    await serves(clone, { ...how, settings: { FACTURIER_DATA: join(own, 'data') } });
    assert.match(await refuses(clone, how), /FACTURIER_DATA: the folder .* cannot be created/);
  } finally {
    execFileSync('find', [clone, '-type', 'd', '-exec', 'chmod', 'u+w', '{}', '+']);
  }
  await rm(join(clone, 'node_modules'), { recursive: true });
  await chmod(clone, 0o555);
  assert.match(await refuses(clone, { ...PLAIN, home: own }), /packages are not installed yet[^]*npm ci/);
  await chmod(clone, 0o755);
});
