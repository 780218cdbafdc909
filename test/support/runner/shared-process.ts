// Runs test files one after the other in this process: most take less time than loading the service
// once more. A run starts several of these, and each takes the next file that none has taken. A
// file is told as a suite named by its path.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { registeredBy } from './collect-tests.ts';

/** How long a file's connections and servers may take to go once its last test has ended. */
const GRACE_MS = 60_000;
const LOOK_MS = 5;
/** A process that holds more bytes takes no other file: what files leave in memory adds up. */
const HELD_MAX = 750 * 1024 * 1024;

/** Where the run keeps the list of the files, and what was taken of it. */
const folder = process.env.FACTURIER_SHARED_TESTS ?? '';
const files: string[] = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'));

const STAND_IN = new URL('collect-tests.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'node:test' && context.parentURL !== STAND_IN && !context.parentURL?.includes('/node_modules/')
      ? { url: STAND_IN, shortCircuit: true }
      : next(name, context),
});

// Open from the first look on, whoever uses them first.
void [process.stdin, process.stdout, process.stderr];
// The runner ends with the event loop, and nothing else may be left in it while a file loads.
const alive = setInterval(() => {}, 1_000_000);
for (const [at, file] of files.entries()) {
  if (process.memoryUsage.rss() > HELD_MAX) break;
  if (take(at)) await runFile(file);
}
clearInterval(alive);
// Does not itself keep the process alive: it runs only where something else does.
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

/**
 * What a file has left open that does not go by itself: a file that has its process to itself could
 * never end.
 */
async function leftOpen(before: string[]): Promise<string[]> {
  const deadline = performance.now() + GRACE_MS;
  for (;;) {
    const now = process.getActiveResourcesInfo();
    if (now.length <= before.length) return [];
    if (performance.now() > deadline) return now;
    await wait(LOOK_MS, undefined, { ref: false });
  }
}
