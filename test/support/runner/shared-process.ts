// Runs test files one after the other in this process, because loading the service takes longer
// than most files. A run starts several such processes; each takes the next free file and reports
// it as a suite named by its path.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { registeredBy } from './collect-tests.ts';

/** Time for a file’s connections and servers to close after its last test. */
const GRACE_MS = 60_000;
const LOOK_MS = 5;
/** A process above this memory takes no other file, because files leave memory in use. */
const HELD_MAX = 750 * 1024 * 1024;

/** Folder with the list of the run’s files and which are taken. */
const folder = process.env.FACTURIER_SHARED_TESTS ?? '';
const files: string[] = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'));

const STAND_IN = new URL('collect-tests.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'node:test' && context.parentURL !== STAND_IN && !context.parentURL?.includes('/node_modules/')
      ? { url: STAND_IN, shortCircuit: true }
      : next(name, context),
});

// Opened before the first file, so that no file is blamed for them.
void [process.stdin, process.stdout, process.stderr];
// The runner exits with the event loop, so nothing else may keep it alive while a file loads.
const alive = setInterval(() => {}, 1_000_000);
for (const [at, file] of files.entries()) {
  if (process.memoryUsage.rss() > HELD_MAX) break;
  if (take(at)) await runFile(file);
}
clearInterval(alive);
// Does not keep the process alive: it runs only if something else does.
setTimeout(() => {
  console.error(
    `Something is left open that keeps this process from ending: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(1);
}, GRACE_MS).unref();

/** True for the one process that may run a file. */
function take(at: number): boolean {
  try {
    writeFileSync(join(folder, `${at}.taken`), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function runFile(file: string): Promise<void> {
  const ends = () => console.error(`The process ended while it ran ${file}`);
  process.once('exit', ends);
  const before = process.getActiveResourcesInfo();
  const calls = await registeredBy(() => import(pathToFileURL(file).href)).catch((error) => [
    () => test('the file loads', () => Promise.reject(error)),
  ]);
  await describe(file, () => {
    for (const call of calls) call();
  });
  const left = await leftOpen(before);
  if (left.length > 0) await test(`${file} leaves nothing open`, () => Promise.reject(new Error(left.join(', '))));
  process.off('exit', ends);
}

/** Handles a file left open: in a process of its own it would never end. */
async function leftOpen(before: string[]): Promise<string[]> {
  const deadline = performance.now() + GRACE_MS;
  for (;;) {
    const now = process.getActiveResourcesInfo();
    if (now.length <= before.length) return [];
    if (performance.now() > deadline) return now;
    await wait(LOOK_MS, undefined, { ref: false });
  }
}
