import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const launcher = new URL('../launch/run-to-end.mjs', import.meta.url).href;
const preload = new URL('../launch/end-with-launcher.mjs', import.meta.url).href;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier launcher '));
});
after(() => rm(folder, { recursive: true }));

/** A launcher that runs this program, apart like the server. */
async function launched(program: string): Promise<{ child: ChildProcess; said: () => string }> {
  const file = join(folder, `${Math.round(performance.now() * 1000)}.mjs`);
  await writeFile(file, program);
  const call = { flags: ['--import', preload], program: file, args: [], apart: true };
  const code = `import { runToEnd } from ${JSON.stringify(launcher)};
    process.exit(await runToEnd(process.execPath, ${JSON.stringify(call)}));`;
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

test('the exit code of the command is the exit code of the launcher', async () => {
  const { child } = await launched('process.exit(42)');
  assert.deepEqual(await once(child, 'exit'), [42, null]);
});

test('a command that a signal ended counts as 128 and the number of the signal', async () => {
  const { child } = await launched("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)");
  assert.deepEqual(await once(child, 'exit'), [137, null]);
});

test('a signal reaches the command once, and the launcher waits for its end', async () => {
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

test('a launcher that is killed takes the command with it, cleanly', async () => {
  const { child, said } = await launched(SERVER);
  await saying(said, 'ready');
  child.kill('SIGKILL');
  await saying(said, 'finished');
});
