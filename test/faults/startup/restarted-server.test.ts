import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { withLiveKey } from '../../support/service/first-keys.ts';
import { httpClient } from '../../support/service/http-client.ts';

const BOOTSTRAP = new URL('../../../bootstrap/', import.meta.url);
const PRELOAD = new URL('exit-with-parent.mjs', BOOTSTRAP).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'facturier restarts '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Launched = { child: ChildProcess; said: () => string; complained: () => string };

/** A launcher with shorter delays and this program as the server. */
async function launched(program: string, given: { kept: boolean; pauseMs?: number }): Promise<Launched> {
  const file = join(folder, `${Math.round(performance.now() * 1000)}.mjs`);
  await writeFile(file, program);
  const line = { flags: ['--import', PRELOAD], program: file, args: [], apart: true, kept: given.kept };
  const how = { times: { PAUSE_MS: given.pauseMs ?? 5, QUICK_DEATH_MS: 60_000 } };
  const code = `import { runChild } from ${JSON.stringify(new URL('run-child.mjs', BOOTSTRAP).href)};
    process.exit(await runChild(process.execPath, ${JSON.stringify(line)}, ${JSON.stringify(how)}));`;
  return heard(spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

function heard(child: ChildProcess): Launched {
  let [words, complaints] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    words += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    complaints += chunk;
  });
  return { child, said: () => words, complained: () => complaints };
}

async function until(isSo: () => boolean | Promise<boolean>, what: () => string, ms = 600_000): Promise<void> {
  for (const deadline = performance.now() + ms; !(await isSo()); await wait(50)) {
    assert.ok(performance.now() < deadline, `never: ${what()}`);
  }
}

const times = (text: string, word: string): number => text.split(word).length - 1;
const DIES_SERVING = `process.send('serving'); console.log('life'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50);`;

test('a server that keeps crashing is restarted eight times, explained in both languages, then given up', async () => {
  const { child, said, complained } = await launched(DIES_SERVING, { kept: true });
  assert.deepEqual(await once(child, 'exit'), [137, null]);
  assert.equal(times(said(), 'life'), 9);
  assert.equal(times(complained(), 'It restarts in'), 8);
  assert.match(complained(), /tué par le signal SIGKILL.*Il redémarre dans 0,005 s\./);
  assert.match(complained(), /killed by signal SIGKILL.*It restarts in 0\.64 s\./s);
  assert.match(complained(), /9 times in a row/);
});

test('a server that asks to be started again is, at once and without a warning', async () => {
  const program = `import { existsSync, writeFileSync } from 'node:fs';
    console.log('life');
    if (existsSync(import.meta.filename + '.once')) process.exit(0);
    writeFileSync(import.meta.filename + '.once', '');
    process.send('serving', () => process.exit(75));`;
  const { child, said, complained } = await launched(program, { kept: true });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.equal(times(said(), 'life'), 2);
  assert.equal(complained(), '');
});

test('without supervision the first crash ends the process', async () => {
  const { child, said } = await launched(DIES_SERVING, { kept: false });
  assert.deepEqual(await once(child, 'exit'), [137, null]);
  assert.equal(times(said(), 'life'), 1);
});

test('a server that failed to start or ended normally is not restarted', async () => {
  for (const [program, code] of [
    ["console.log('life'); process.exitCode = 2", 2],
    ["console.log('life'); process.exitCode = 1", 1],
    ["console.log('life'); process.send('serving', () => process.exit(0))", 0],
  ] as const) {
    const { child, said, complained } = await launched(program, { kept: true });
    assert.deepEqual(await once(child, 'exit'), [code, null]);
    assert.equal(times(said(), 'life'), 1);
    assert.equal(complained(), '');
  }
});

test('a server stopped while running or during the restart delay is not restarted', async () => {
  const alive = `process.on('SIGTERM', () => process.exit(3)); process.send('serving', () => console.log('life')); setInterval(() => {}, 1000);`;
  const living = await launched(alive, { kept: true });
  await until(() => living.said().includes('life'), living.complained);
  living.child.kill('SIGTERM');
  assert.deepEqual(await once(living.child, 'exit'), [3, null]);

  const paused = await launched(DIES_SERVING, { kept: true, pauseMs: 30_000 });
  await until(() => paused.complained().includes('It restarts in 30 s'), paused.complained);
  const began = performance.now();
  paused.child.kill('SIGTERM');
  await once(paused.child, 'exit');
  assert.ok(performance.now() - began < 20_000);
  assert.equal(times(paused.said(), 'life'), 1);
});

test('npm start: after the server and then PostgreSQL are killed, both recover without manual action', async () => {
  const data = join(folder, 'data');
  const env = { ...process.env, FACTURIER_DATA: data, PORT: '0', HTTP_PORT: '0', LOG_LEVEL: 'error' };
  const launcher = new URL('main.mjs', BOOTSTRAP).pathname;
  const { child, said, complained } = heard(
    spawn(process.execPath, [launcher, 'serve', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const ended = once(child, 'exit');
  try {
    const lives = () =>
      said()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const after = async (deaths: number) => {
      await until(
        () => lives().length > deaths,
        () => `${said()} ${complained()}`,
        120_000,
      );
      const port = Number(new URL(lives()[deaths].address).port);
      return httpClient({ port, ca: await readFile(join(data, 'tls', 'ca.pem')) });
    };
    const first = await after(0);
    const key = (await withLiveKey(lives()[0])).keys?.live;
    const made = await first.ask('/contact', { key, body: { firstname: 'Léa', lastname: 'Moreau' } });
    assert.equal(made.status, 201, made.text);
    first.close();

    process.kill(await serverOf(child), 'SIGKILL');
    const second = await after(1);
    assert.equal((await second.ask(`/contact/${made.json.id}`, { key })).status, 200);
    second.close();

    const server = await serverOf(child);
    process.kill(await postmasterOf(data), 'SIGKILL');
    process.kill(server, 'SIGKILL');
    const third = await after(2);
    assert.equal((await third.ask(`/contact/${made.json.id}`, { key })).status, 200);
    third.close();
    assert.equal(times(complained(), 'It restarts in'), 2);
  } finally {
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null], complained());
    await rm(await homeOf(data), { recursive: true });
  }
});

/** Process ID of the launcher's only child. */
async function serverOf({ pid }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

/** The data folder names the database folder root keeps outside. */
const homeOf = async (data: string): Promise<string> =>
  (await readFile(join(data, 'postgres-folder'), 'utf8').catch(() => join(data, 'postgres'))).trim();

async function postmasterOf(data: string): Promise<number> {
  const text = await readFile(join(await homeOf(data), 'cluster', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}
