import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';

const launcher = new URL('../../bootstrap/run-child.mjs', import.meta.url).href;
const preload = new URL('../../bootstrap/exit-with-parent.mjs', import.meta.url).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier launcher '));
});
afterAll(() => rm(folder, { recursive: true }));

/** A launcher that runs this program as a separate process, like the server. */
async function launched(program: string, { byNpm = false } = {}): Promise<{ child: ChildProcess; said: () => string }> {
  const file = join(folder, `${Math.round(performance.now() * 1000)}.mjs`);
  await writeFile(file, program);
  const call = { flags: ['--import', preload], program: file, args: [], apart: true };
  const code = `import { runChild } from ${JSON.stringify(launcher)};
    process.exit(await runChild(process.execPath, ${JSON.stringify(call)}));`;
  const args = ['--input-type=module', '-e', code];
  const npm = `process.env.npm_lifecycle_event = 'npx';
    process.getBuiltinModule('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' });
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, byNpm ? ['-e', npm] : args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let words = '';
  child.stdout.on('data', (chunk) => {
    words += chunk;
  });
  return { child, said: () => words };
}

async function saying(said: () => string, word: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; !said().includes(word); await wait(10)) {
    assert.ok(performance.now() < deadline, `never said ${word}: ${said()}`);
  }
}

const SERVER = `
  const alive = setInterval(() => {}, 1000);
  const end = (signal) => { console.log('told ' + signal); setTimeout(() => { console.log('finished'); process.exit(7); }, 300); };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
  console.log('ready ' + process.pid);`;

test('the launcher exits with the exit code of the command', async () => {
  const { child } = await launched('process.exit(42)');
  assert.deepEqual(await once(child, 'exit'), [42, null]);
});

test('a command ended by a signal gives exit code 128 plus the signal number', async () => {
  const { child } = await launched("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)");
  assert.deepEqual(await once(child, 'exit'), [137, null]);
});

test('a signal reaches the command once, and the launcher waits for it to end', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, said } = await launched(SERVER);
    const ended = once(child, 'exit');
    await saying(said, 'ready');
    // As npm and a terminal do together.
    child.kill(signal);
    child.kill(signal);
    assert.deepEqual(await ended, [7, null]);
    assert.equal(said().match(/told/g)?.length, 1);
    assert.match(said(), new RegExp(`told ${signal}\nfinished`));
  }
});

test('a killed launcher ends its command cleanly', async () => {
  const { child, said } = await launched(SERVER);
  await saying(said, 'ready');
  child.kill('SIGKILL');
  await saying(said, 'finished');
});

test('a killed npm asks a command that stops slowly only once: a second signal would leave its database', async () => {
  const { child, said } = await launched(SERVER.replace('300', '3000'), { byNpm: true });
  await saying(said, 'ready');
  child.kill('SIGKILL');
  await saying(said, 'finished');
  assert.equal(said().match(/told/g)?.length, 1);
});

test('every test file belongs to exactly one project, and slow ones run with npm run test:e2e only', async () => {
  const listed = (project: string): string[] => {
    const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
    const args = [vitest, 'list', '--filesOnly', '--json', '--project', project];
    const found = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { file: string }[];
    return found.map(({ file }) => relative('.', file));
  };
  const [shared = [], isolated = [], e2e = []] = ['shared', 'isolated', 'e2e'].map(listed);
  assert.deepEqual([...shared, ...isolated, ...e2e].toSorted(), globSync('{src,test,web}/**/*.test.ts').toSorted());
  assert.ok(e2e.includes('test/load-test/load-test.test.ts'));
  assert.ok(isolated.every((file) => file.endsWith('.isolated.test.ts')));
});
