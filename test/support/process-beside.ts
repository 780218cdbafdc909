import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '../../src/deeds/caller.ts';
import type { Asked, perform } from '../../src/road/perform.ts';
import type { FreshDatabase } from './test-database.ts';

/** What the process is told to perform, and what it answers: a refusal, or an answer whose value is text. */
export type Ordered = { n: number; name: string; caller: Caller; asked: Asked; now: number };
export type Performed = { n: number; answer?: object; fault?: string };

/**
 * Another process of the service on a database, which performs as this one does, at the time of the world it is asked in: whatever
 * a process remembers it remembers for itself. The keys of both are in `dataFolder`.
 */
export async function processBeside(database: FreshDatabase) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier beside '));
  const program = fileURLToPath(new URL('./perform-in-a-process.ts', import.meta.url));
  const child = fork(program, [JSON.stringify({ serving: database.serving, dataFolder })], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  const waiting = new Map<number, (performed: Performed) => void>();
  const isAtWork = new Promise<void>((resolve) => {
    child.on('message', (message: Performed | 'at work') => {
      if (message === 'at work') return resolve();
      waiting.get(message.n)?.(message);
      waiting.delete(message.n);
    });
  });
  await Promise.race([isAtWork, ended]);
  let n = 0;
  const performing: typeof perform = async (world, { name }, caller, asked) => {
    const order: Ordered = { n: n++, name, caller, asked, now: world.now() };
    const told = new Promise<Performed>((resolve) => void waiting.set(order.n, resolve));
    child.send(order);
    const { answer, fault } = await Promise.race([
      told,
      ended.then((): Performed => ({ n: 0, fault: 'it has ended' })),
    ]);
    if (fault !== undefined) throw new Error(`beside: ${fault}`);
    return answer as Awaited<ReturnType<typeof perform>>;
  };
  return {
    dataFolder,
    perform: performing,
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
