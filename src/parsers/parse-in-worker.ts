import { extname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { createConcurrencyLimiter, type GetAbortSignal } from '../limits/concurrency-limiter.ts';
import { processLimits } from '../limits/process-limits.ts';
import type { InputOf, ParserName, ResultOf } from './parser-registry.ts';
import type { ParserRequest, ParserResponse } from './parser-worker.ts';

/** A file takes more time or memory to parse than any real one. */
export type ParsingLimitExceeded = { readonly tooCostly: 'time' | 'memory' };

const { parsing, concurrency } = processLimits;
const MIB = 1_048_576;
const limiter = createConcurrencyLimiter('parsing', concurrency.parsing);
/** Idle threads, ended after a while. */
const idle: { worker: Worker; timer: NodeJS.Timeout; drop: () => void }[] = [];

/**
 * Parses a file in a worker thread, with a concurrency limit per account. The event loop keeps
 * serving other requests, and the thread is ended if the file takes too much time or memory. A
 * parser bug throws.
 */
export async function parseInWorker<Name extends ParserName>(
  name: Name,
  input: InputOf<Name>,
  { accountId, gone }: { accountId: string; gone?: GetAbortSignal | undefined },
): Promise<ResultOf<Name> | ParsingLimitExceeded> {
  const limits = limitsFor(input.file.length);
  const work = (): Promise<unknown> => parsed({ name, input: withOwnMemory(input) }, limits);
  return limiter.run(accountId, work, gone) as Promise<ResultOf<Name> | ParsingLimitExceeded>;
}

/** Small Node buffers share one memory pool, which would be sent to the thread as a whole. */
const withOwnMemory = <Input extends { file: Uint8Array | string }>(input: Input): Input =>
  typeof input.file === 'string' ? input : { ...input, file: new Uint8Array(input.file) };

type Limits = { readonly processorMs: number; readonly waitMs: number; readonly heapMib: number };

/**
 * Requests stay below `ofBytes`; larger files only come from the command line, which may take
 * longer.
 */
function limitsFor(bytes: number): Limits {
  const more = Math.ceil(Math.max(0, bytes - parsing.ofBytes) / MIB);
  return {
    processorMs: parsing.processorMs + more * parsing.moreMsOfMib,
    waitMs: parsing.waitMs + more * parsing.moreMsOfMib,
    heapMib: parsing.heapMib + more * parsing.moreHeapMibOfMib,
  };
}

async function parsed(request: ParserRequest, limits: Limits): Promise<unknown> {
  const isUsual = limits.heapMib === parsing.heapMib;
  const worker = (isUsual && takeIdle(limits)) || startWorker(limits);
  const answered = await answerOf(worker, request, limits);
  if (answered === 'time' || answered === 'memory') return { tooCostly: answered };
  if (isUsual) rest(worker);
  else await worker.terminate();
  if ('failure' in answered) throw new Error(`parser ${request.name}: ${answered.failure}`);
  return answered.result;
}

type Ended = ParserResponse | 'time' | 'memory';

function answerOf(worker: Worker, request: ParserRequest, limits: Limits): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const onError = (error: NodeJS.ErrnoException): void =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('memory') : reject(error);
  const onExit = (): void => reject(new Error('the parser thread ended'));
  const stopWatching = watchTime(worker, limits, () => {
    resolve('time');
    void worker.terminate();
  });
  worker.once('message', resolve).once('error', onError).once('exit', onExit);
  worker.postMessage(request);
  return promise.finally(() => {
    stopWatching();
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  });
}

/**
 * Calls `onOver` once the thread has used its CPU time, which does not depend on the load of the
 * machine; at the latest after `waitMs`.
 */
function watchTime(worker: Worker, limits: Limits, onOver: () => void): () => void {
  const until = performance.now() + limits.waitMs;
  const unknown = { user: 0, system: 0 };
  const atBeginning = worker.cpuUsage().catch(() => unknown);
  let isOver = false;
  const end = (): void => {
    if (!isOver) onOver();
    isOver = true;
    clearInterval(looking);
  };
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage(await atBeginning).catch(() => unknown);
    if ((user + system) / 1_000 > limits.processorMs) end();
  };
  const looking = setInterval(() => {
    if (performance.now() > until) end();
    else void look();
  }, parsing.lookMs);
  return () => clearInterval(looking);
}

function startWorker({ heapMib }: Limits): Worker {
  const resourceLimits: ResourceLimits = {
    maxOldGenerationSizeMb: heapMib,
    maxYoungGenerationSizeMb: parsing.youngMib,
    stackSizeMb: parsing.stackMib,
  };
  // An empty environment, because it holds secrets. Flags of the process do not apply to its
  // threads.
  const worker = new Worker(PROGRAM, { resourceLimits, env: {}, execArgv: [], name: 'parser' });
  // An error can still arrive while the thread is terminated; it adds nothing.
  return worker.on('error', () => {});
}

/** Beside this file, with its ending: the npm package has JavaScript. */
const PROGRAM = new URL(`./parser-worker${extname(import.meta.filename)}`, import.meta.url);

/** An idle thread with the same memory limit. */
function takeIdle({ heapMib }: Limits): Worker | undefined {
  const resting = idle.find(({ worker }) => worker.resourceLimits?.maxOldGenerationSizeMb === heapMib);
  if (!resting) return undefined;
  const { worker, timer, drop } = resting;
  clearTimeout(timer);
  drop();
  worker.off('exit', drop);
  worker.ref();
  return worker;
}

/** Keeps a thread for the next file without keeping the process alive. */
function rest(worker: Worker): void {
  const drop = (): void => {
    const place = idle.findIndex((each) => each.worker === worker);
    if (place >= 0) idle.splice(place, 1);
  };
  const timer = setTimeout(() => {
    drop();
    void worker.terminate();
  }, parsing.idleMs).unref();
  worker.once('exit', drop);
  worker.unref();
  idle.push({ worker, timer, drop });
}
