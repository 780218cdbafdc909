import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { RequestInput, runOperation } from '../../../src/pipeline/run-operation.ts';
import type { Caller } from '../../../src/services/caller.ts';
import type { FreshDatabase } from '../database/test-database.ts';

/** Start options of the process: its database, its data folder, and a replica it reads from. */
export type Begun = { serving: pg.PoolConfig; dataFolder: string; reading?: pg.PoolConfig | undefined };
/**
 * What the process is asked to run, and its result: a refusal, or an answer whose value is text.
 */
export type Ordered = { n: number; name: string; caller: Caller; asked: RequestInput; now: number };
export type Performed = {
  n: number;
  answer?: object;
  fault?: string;
  /** How often it has read from its replica so far, and the position it needs for the account. */
  reads?: number;
  position?: number;
};

/**
 * Another process of the service on the same database. It runs operations like this one, at the
 * time given with each request, but shares no memory with it. The keys of both are in `dataFolder`.
 */
export async function secondProcess(database: FreshDatabase, given: Pick<Begun, 'reading'> = {}) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier beside '));
  const program = fileURLToPath(new URL('./operation-process.ts', import.meta.url));
  const begun: Begun = { serving: database.serving, dataFolder, ...given };
  const child = fork(program, [JSON.stringify(begun)], {
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
  const last = { reads: 0, position: 0 };
  const performing: typeof runOperation = async (services, { name }, caller, asked) => {
    const order: Ordered = { n: n++, name, caller, asked, now: services.now() };
    const told = new Promise<Performed>((resolve) => void waiting.set(order.n, resolve));
    // If the process has ended, that is the result.
    child.send(order, () => {});
    const {
      answer,
      fault,
      reads = 0,
      position = 0,
    } = await Promise.race([told, ended.then((): Performed => ({ n: 0, fault: 'it has ended' }))]);
    if (fault !== undefined) throw new Error(`beside: ${fault}`);
    Object.assign(last, { reads: Math.max(last.reads, reads), position: Math.max(last.position, position) });
    return answer as Awaited<ReturnType<typeof runOperation>>;
  };
  return {
    dataFolder,
    runOperation: performing,
    /** How often it has read from its replica, and the position of its last write. */
    last,
    /** Kills it without a shutdown, and returns the number of unanswered requests. */
    kill: async (): Promise<number> => {
      const open = waiting.size;
      child.kill('SIGKILL');
      await ended;
      return open;
    },
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
