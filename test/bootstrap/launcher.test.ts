import assert from 'node:assert/strict';
import { executionAsyncId } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';

const launcher = new URL('../../bootstrap/run-child.mjs', import.meta.url).href;
const preload = new URL('../../bootstrap/exit-with-parent.mjs', import.meta.url).href;
const BY_CONTEXT = new URL('../support/runner/fast-test-context.ts', import.meta.url).href;
const SHARED = new URL('../support/runner/shared-process.ts', import.meta.url).pathname;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier launcher '));
});
afterAll(() => rm(folder, { recursive: true }));

/** A launcher that runs this program as a separate process, like the server. */
async function launched(program: string): Promise<{ child: ChildProcess; said: () => string }> {
  const file = join(folder, `${Math.round(performance.now() * 1000)}.mjs`);
  await writeFile(file, program);
  const call = { flags: ['--import', preload], program: file, args: [], apart: true };
  const code = `import { runChild } from ${JSON.stringify(launcher)};
    process.exit(await runChild(process.execPath, ${JSON.stringify(call)}));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
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

test('every test file belongs to exactly one run: unit or end-to-end', async () => {
  const { testFiles } = await import(new URL('../../bootstrap/test-files.mjs', import.meta.url).href);
  const [tests = [], drills = []] = ['tests', 'e2e'].map(
    (which): string[] => Object.values(testFiles(which)).flat() as string[],
  );
  assert.deepEqual([...tests, ...drills].toSorted(), globSync('{src,test,web}/**/*.test.ts').toSorted());
  assert.ok(drills.includes('test/load-test/load-test.test.ts') && !tests.includes('test/load-test/load-test.test.ts'));
  assert.ok(tests.length > drills.length);
});

/** Runs test files in one process like a full run; returns exit code and report. */
async function sharing(files: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const place = await mkdtemp(join(folder, 'shared '));
  for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text);
  await writeFile(join(place, 'files.json'), JSON.stringify(Object.keys(files).map((name) => join(place, name))));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', BY_CONTEXT, '--test', '--test-reporter=spec', SHARED], {
    env: { ...env, FACTURIER_SHARED_TESTS: place },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

test('files that share a process keep their own tests and hooks, even with top-level await', async () => {
  const file = (name: string) => `
    import assert from 'node:assert/strict';
    import { afterAll, beforeAll, describe, test } from 'vitest';
    await new Promise((resolve) => setTimeout(resolve, 30));
    let prepared = '';
    beforeAll(() => { assert.equal(globalThis.used ?? '', ''); globalThis.used = prepared = '${name}'; });
    afterAll(() => { globalThis.used = ''; });
    test('the first of ${name}', () => assert.equal(prepared, '${name}'));
    describe('within', () => { test('the second of ${name}', () => assert.equal(globalThis.used, '${name}')); });`;
  const { code, said } = await sharing({ 'a.test.mjs': file('a'), 'b.test.mjs': file('b') });
  assert.equal(code, 0, said);
  assert.match(said, /a\.test\.mjs\n.*the first of a.*\n.*within\n.*the second of a/);
  assert.match(said, /b\.test\.mjs\n.*the first of b.*\n.*within\n.*the second of b/);
});

test('control: a failing test, a file that does not load and one that exits are each reported by name', async () => {
  const { code, said } = await sharing({
    'fails.test.mjs':
      "import { test } from 'vitest';\n\ntest('one and one are three', () => { throw new Error('two'); });",
    'broken.test.mjs': "import './nowhere.mjs';",
    'fine.test.mjs': "import { test } from 'vitest';\ntest('the next is run all the same', () => {});",
  });
  assert.equal(code, 1, said);
  assert.match(said, /fails\.test\.mjs:3:1\n✖ one and one are three/);
  assert.match(said, /broken\.test\.mjs\n.*✖ the file loads/);
  assert.match(said, /✔ the next is run all the same/);
  const ended = await sharing({ 'ends.test.mjs': 'process.exit(3);' });
  assert.equal(ended.code, 1, ended.said);
  assert.match(ended.said, /The process ended while it ran .*ends\.test\.mjs/);
});

test('an uncaught error fails only the test that caused it: in a timer, promise, connection or subtest', async () => {
  const { code, said } = await sharing({
    'uncaught.test.mjs': `import { createServer, connect } from 'node:net';
      import { describe, test } from 'node:test';
      // Until the test has failed for the error it caused.
      const caused = ({ signal }) => new Promise((_, reject) => {
        const alive = setInterval(() => {}, 1000);
        signal.addEventListener('abort', () => { clearInterval(alive); reject(signal.reason); });
      });
      const fails = () => { throw new Error('nobody catches'); };
      test('beside them one', () => {});
      test('a timer', (t) => { setTimeout(fails, 1); return caused(t); });
      test('a promise', (t) => { void Promise.resolve().then(fails); return caused(t); });
      test('a connection', (t) => {
        const server = createServer((each) => each.end('x')).listen(0, () => {
          connect(server.address().port).on('data', () => { server.close(); fails(); });
        });
        return caused(t);
      });
      describe('at once', { concurrency: 2 }, () => {
        test('another of these', () => new Promise((resolve) => setTimeout(resolve, 20)));
        test('one of these', (t) => t.test('within', (within) => { setImmediate(fails); return caused(within); }));
      });
      test('after them one', () => {});`,
  });
  assert.equal(code, 1, said);
  const told = said.slice(0, said.indexOf('failing tests')).matchAll(/([✔✖]) ([a-z ]+) \(/g);
  assert.deepEqual(
    [...told].map(([, how, name]) => `${how} ${name}`),
    [
      ...['✔ beside them one', '✖ a timer', '✖ a promise', '✖ a connection'],
      ...['✔ another of these', '✖ within', '✖ one of these', '✖ at once', '✔ after them one'],
    ],
  );
});

test('promises in tests run without async hooks, which cost a tenth of the run time', async () => {
  assert.equal(await Promise.resolve().then(executionAsyncId), 0);
});
