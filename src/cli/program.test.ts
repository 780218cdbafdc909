import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../test/support/database/test-database.ts';
import { httpClient } from '../../test/support/service/http-client.ts';
import { MAIN, TEST_MEMORY_FLAGS } from '../../test/support/service/main-program.ts';
import { type Ran, ran, ranHere } from '../../test/support/service/run-command.ts';
import { objectStore } from '../../test/support/stand-ins/object-store.ts';
import { scopes } from '../domain/account/scope.ts';
import { program } from './program.ts';
import { inFrench } from './terminal/usage-messages.ts';

/** The program's source, as commands run it. */
const WRITTEN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Attempts for a check that a busy machine may fail. */
const TRIES_MAX = 20;
const KEY = /fk_(?:live|test)_[0-9A-Za-z]{92}/g;

let database: FreshDatabase;
let folder: string;

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "facturier d'essai "));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const settings = () => ({
  FACTURIER_DATA: folder,
  DATABASE_URL: database.databaseUrl,
  PORT: '0',
  HTTP_PORT: '0',
});
const environment = () => ({
  ...process.env,
  ...{ LANG: 'en_GB.UTF-8', LC_ALL: '', LC_MESSAGES: '', LOG_LEVEL: 'error' },
  ...settings(),
});

const facturier = (...args: string[]): Promise<Ran> => ranHere(settings(), ...args);
/** In a process of its own, as a person types it. */
const typed = (...args: string[]): Promise<Ran> => ran(settings(), ...args);

/** Starts a server and waits until it reports ready. */
async function served(): Promise<{ said: () => string; process: ChildProcess; stop: () => Promise<number> }> {
  const child = spawn(process.execPath, [...TEST_MEMORY_FLAGS, MAIN, 'serve'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  while (!/\bready\b/.test(said) || !said.endsWith('\n')) await once(child.stdout, 'data');
  const stop = async (): Promise<number> => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    return (await gone)[0];
  };
  return { said: () => said, process: child, stop };
}

test('a first start without terminal writes its keys to a file of mode 600 and prints a working line', async () => {
  const first = await served();
  const file = join(folder, 'first-keys.txt');
  assert.ok(first.said().includes(file));
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const [live, testKey] = (await readFile(file, 'utf8')).match(KEY) ?? [];
  assert.ok(live?.startsWith('fk_live_') && testKey?.startsWith('fk_test_'));
  assert.equal(first.said().includes(live as string), false, 'what is no terminal shows no live key');
  const line =
    first
      .said()
      .split('\n')
      .find((each) => each.startsWith('curl')) ?? assert.fail('no line to try');
  // Split the line as a shell does; the data folder's name contains a space and an apostrophe.
  const words = [...line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll(`'\\''`, "'") ?? bare,
  );
  const ca = await readFile(words[words.indexOf('--cacert') + 1] ?? '');
  const { port, pathname } = new URL(words.at(-1) ?? '');
  const client = httpClient({ port: Number(port), ca, host: 'localhost' });
  const answer = await client.ask(pathname, { key: testKey, body: JSON.parse(words[words.indexOf('-d') + 1] ?? '') });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.json.test, true);
  client.close();
  assert.equal(await first.stop(), 0);
});

test('a first start on a terminal shows both keys, and writes no file', async (t) => {
  // Node cannot open a terminal, so a program of the system must, which some lack.
  if (!existsSync('/usr/bin/script')) t.skip('this machine has no script(1)');
  const own = await freshDatabase();
  const data = await mkdtemp(join(tmpdir(), 'facturier terminal '));
  const command = [process.execPath, ...TEST_MEMORY_FLAGS, MAIN, 'serve'].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...environment(), FACTURIER_DATA: data, DATABASE_URL: own.databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!/\bready\b[^]*\/contact/.test(said)) await once(child.stdout, 'data');
  assert.deepEqual(
    said
      .match(KEY)
      ?.map((key) => key.slice(0, 8))
      .slice(0, 2),
    ['fk_live_', 'fk_test_'],
  );
  assert.equal(existsSync(join(data, 'first-keys.txt')), false);
  const gone = once(child, 'exit');
  child.stdin.write('\u0003');
  await gone;
  await own.drop();
  await rm(data, { recursive: true });
});

test('a second start prints no secret; while it runs keys are created, listed, rotated and revoked, which it applies within a second', async () => {
  const server = await served();
  assert.equal(server.said().match(KEY), null);
  const port = Number(/localhost:(\d+)/.exec(server.said())?.[1]);
  const client = httpClient({ port, ca: await readFile(join(folder, 'tls', 'ca.pem')) });
  const status = async (key: string) => (await client.ask('/contacts', { key })).status;
  const made = await typed(
    'key',
    'create',
    '--name',
    'Shop',
    '--test',
    '--scopes',
    'customers:read',
    '--expires-in',
    '90d',
    '--json',
  );
  assert.equal(made.code, 0, made.err);
  const { id, name, key, scopes, test: isTest } = JSON.parse(made.out);
  assert.deepEqual([name, scopes, isTest], ['Shop', ['customers:read'], true]);
  assert.equal(await status(key), 200);

  const rotated = JSON.parse((await typed('key', 'rotate', id, '--json')).out);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.deepEqual([await status(key), await status(rotated.key)], [401, 200]);
  assert.equal((await typed('key', 'revoke', rotated.id)).code, 0);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.equal(await status(rotated.key), 401);
  const listed = await typed('key', 'list');
  assert.match(listed.out, new RegExp(`${rotated.id}.*revoked`));
  assert.equal(listed.out.match(KEY), null);
  client.close();
  assert.equal(await server.stop(), 0);
});

test('a refusal exits with 1, a usage error with 2', async () => {
  const unknown = await facturier('key', 'revoke', 'nope', '--json');
  assert.deepEqual([unknown.code, JSON.parse(unknown.out).code], [1, 'api_key.not_found']);
  assert.equal((await typed('key', 'revoke', 'nope')).code, 1);
  assert.equal((await typed('frobnicate')).code, 2);
  for (const wrong of [
    ['frobnicate'],
    ['key', 'create'],
    ['serve', '--role', 'cook'],
    ['key', 'create', '--name', 'X', '--expires-in', 'soon'],
  ]) {
    assert.equal((await facturier(...wrong)).code, 2, wrong.join(' '));
  }
});

test('usage errors are in French and in English, without words of a library', () => {
  const messageOf = (...args: string[]): string => {
    let said = '';
    const root = program({ code: 0 });
    const quiet = (command: Command): void => {
      command.configureOutput({ ...command.configureOutput(), writeErr: (text) => void (said += text) });
      for (const each of command.commands) quiet(each);
    };
    quiet(root);
    assert.throws(() => root.parse(args, { from: 'user' }));
    return inFrench(said.split('\n\n')[0] ?? '');
  };
  const wrongs: readonly (readonly [string, string[]])[] = [
    ['commande inconnue : frobnicate', ['frobnicate']],
    ['commande inconnue : verifi\n(Vouliez-vous dire verify ?)', ['verifi']],
    ['l’option --name <name> est requise', ['key', 'create']],
    ['l’argument « id » manque', ['key', 'revoke']],
    [
      'l’option --role <role> n’accepte pas « cook ». Valeurs acceptées : all, web, worker.',
      ['serve', '--role', 'cook'],
    ],
    ['option inconnue : --fast', ['verify', '--fast']],
    ['l’option --heads <file> exige une valeur', ['verify', '--heads']],
    ['les options --excel-fr et --plain s’excluent', ['export', 'products', '--excel-fr', '--plain']],
    ['« cats » n’est pas accepté pour sort. Valeurs acceptées : products, customers.', ['export', 'cats']],
  ];
  for (const [french, args] of wrongs)
    assert.equal(
      messageOf(...args)
        .trim()
        .split('\n')
        .slice(0, french.split('\n').length)
        .join('\n'),
      french,
    );
  for (const each of [program({ code: 0 }), ...program({ code: 0 }).commands])
    assert.doesNotMatch(each.helpInformation(), /display help/);
});

test('an unknown scope is refused before anything is opened, with the list of valid ones', async () => {
  const { code, err } = await facturier('key', 'create', '--name', 'X', '--scopes', 'billing:read,foo');
  assert.equal(code, 2);
  assert.match(err, /unknown scope "foo"/);
  for (const scope of scopes) assert.ok(err.includes(scope), scope);
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(await typed('--version'), { code: 0, out: `${version}\n`, err: '' });
});

test('printing the version loads only a few modules, and no library of the server', async () => {
  const counting = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module';
    let loaded = 0;
    registerHooks({ load: (url, context, next) => (loaded++, next(url, context)) });
    process.on('exit', () => process.stderr.write(String(loaded)));`)}`;
  const modules = await new Promise<number>((resolve) => {
    const args = ['--import', counting, WRITTEN, '--version'];
    execFile(process.execPath, args, { env: environment() }, (_, __, err) => resolve(Number(err)));
  });
  assert.ok(modules > 10 && modules < 60, `${modules} modules`);
});

test('verify, doctor, migrate and status report a sound installation', async () => {
  const verified = await facturier('verify', '--json');
  assert.deepEqual([verified.code, JSON.parse(verified.out).intact], [0, true], verified.err);
  assert.equal((await facturier('migrate')).code, 0);
  assert.equal((await facturier('doctor')).code, 0);
  const { result, status } = await statusOnceTheDatabaseAnswers();
  const { well, running, figures } = status;
  assert.deepEqual([result.code, well, running, figures.verifyFindings], [0, true, null, 0], result.out);
  assert.ok(figures.work.length > 5 && figures.certificateSeconds > 0, result.out);
});

/** The database has two seconds to respond, which may be too short on a busy machine. */
async function statusOnceTheDatabaseAnswers() {
  for (let again = 0; ; again++) {
    const result = await facturier('status', '--json');
    const status = JSON.parse(result.out);
    if (status.figures.databaseAnswers || again === TRIES_MAX) return { result, status };
  }
}

test('doctor reports whether the object storage answers, never its secret', async () => {
  const store = await objectStore();
  const doctor = () => ranHere({ ...settings(), FILES_URL: store.url }, 'doctor');
  try {
    const well = await doctor();
    assert.deepEqual([well.code, /✔ Files: http:\/\/127\.0\.0\.1:\d+\/factures/.test(well.out)], [0, true], well.err);
    store.state.mood = 'busy';
    const ill = await doctor();
    assert.deepEqual([ill.code, /✖ Files: .*503 SlowDown/.test(ill.out)], [1, true], ill.err);
    for (const { out, err } of [well, ill]) assert.ok(!`${out}${err}`.includes(store.given.secret));
  } finally {
    await store.close();
  }
});

test('with a second account, a command asks which one a key is for', async () => {
  const { id } = JSON.parse((await facturier('account', 'create', '--name', 'Other', '--json')).out);
  assert.equal((await facturier('key', 'create', '--name', 'X')).code, 2);
  assert.equal((await facturier('key', 'create', '--name', 'X', '--account', id)).code, 0);
  assert.match((await facturier('account', 'list')).out, /Other/);
});

test('a worker opens no port and stops on request', async () => {
  const child = spawn(process.execPath, [...TEST_MEMORY_FLAGS, MAIN, 'serve', '--role', 'worker'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  assert.equal((await once(child, 'exit'))[0], 0);
});

test('doctor reports a public name that only machines with our authority trust', async () => {
  const ill = await ranHere({ ...settings(), PUBLIC_URL: 'https://factures.example.com' }, 'doctor');
  assert.equal(ill.code, 1);
  assert.match(ill.out, /✖ Certificate: .*TLS_CERT/);
});
