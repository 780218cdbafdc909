import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ConcurrencyLimitError,
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
  type GetAbortSignal,
} from '../limits/concurrency-limiter.ts';
import { processLimits } from '../limits/process-limits.ts';
import type { Job } from './print-job.ts';
import { PRINTS, PrintError, type PrintProcess, startPrintProcess } from './print-process-client.ts';

export { PrintError };

/** Documents per process before it is replaced: its memory grows by about 100 kB with each. */
const DOCUMENTS_PER_PROCESS = 1000;
/**
 * A larger process is replaced at once: a document of a hundred pages leaves unneeded memory
 * behind.
 */
const RESIDENT_MAX_MB = 250;
/** Maximum time per document at the lowest priority; 500 lines take a third of a second. */
const RENDER_TIMEOUT_MS = 60_000;
const PROCESSES_MAX = 2;
/**
 * An additional process for an account that has nothing printing while others use all processes.
 */
const SPARE_PROCESSES = 1;
/** Milliseconds before it is started: as long as a process takes to start. */
const SPARE_AFTER_MS = 250;
/**
 * Idle time after which a process ends: each holds sixty megabytes, and restarts in a third of a
 * second.
 */
const IDLE_MS = 30_000;
/** A document that crashes its process is tried once more, in case it was not the cause. */
const TRIES_MAX = 2;

export type PrinterOptions = {
  readonly documentsPerProcess?: number;
  readonly residentMaxMb?: number;
  readonly timeoutMs?: number;
  /** Queued documents per account. More are refused with a retry time. */
  readonly waitingMax?: number;
  readonly waitMs?: number;
  readonly idleMs?: number;
  /** Maximum processes; one more for an account that is left out. */
  readonly processes?: number;
};

export type Printer = {
  /**
   * Prints a document when its account's turn comes; the same job gives the same bytes. Rejects
   * with a PrintError with the reason, or with a ConcurrencyLimitError if its turn did not come, it
   * took too long, or the printer is closed.
   */
  readonly renderPdf: (job: Job, asker?: Asker) => Promise<Buffer>;
  /** Refuses queued and new documents. */
  readonly refuseWaiting: () => void;
  /** Refuses queued documents, gives current ones a second to finish, and ends the processes. */
  readonly close: () => Promise<void>;
  /** Processes started so far. */
  readonly started: () => number;
  readonly processIds: () => readonly number[];
  /** The number of queued documents, and how long the first has waited. */
  readonly queue: Pick<ConcurrencyLimiter, 'name' | 'waiting' | 'oldestMs'>;
};

/** The account a document is printed for, and whether the client still waits. */
export type Asker = { readonly accountId: string; readonly gone?: GetAbortSignal | undefined };

/**
 * Opens a printer. The first document starts a process. Separate processes keep the CPU load and
 * memory of printing out of ours.
 */
export function openPrinter(options: PrinterOptions = {}): Printer {
  const { waitingPerAccountMax, waitMs } = processLimits.concurrency.prints;
  const {
    documentsPerProcess = DOCUMENTS_PER_PROCESS,
    residentMaxMb = RESIDENT_MAX_MB,
    timeoutMs = RENDER_TIMEOUT_MS,
    idleMs = IDLE_MS,
    processes = Math.min(PROCESSES_MAX, availableParallelism()),
  } = options;
  const limiter = createConcurrencyLimiter(PRINTS, {
    runningMax: processes + SPARE_PROCESSES,
    runningPerAccountMax: processes,
    waitingPerAccountMax: options.waitingMax ?? waitingPerAccountMax,
    waitMs: options.waitMs ?? waitMs,
  });
  const shop: Shop = {
    ...{ documentsPerProcess, residentMaxMb, timeoutMs, idleMs, processes, limiter },
    ...{ presses: new Set(), waiting: [], printing: [], started: 0, isClosed: false, idle: [] },
  };
  return {
    renderPdf: (job, asker = NOBODY) => enqueued(shop, job, asker),
    refuseWaiting: () => limiter.close(),
    close: () => closed(shop),
    started: () => shop.started,
    processIds: () => [...shop.presses].flatMap(({ processId }) => processId ?? []),
    queue: {
      name: limiter.name,
      waiting: () => limiter.waiting() + shop.waiting.length,
      oldestMs: () => Math.max(limiter.oldestMs(), ...shop.waiting.map(({ since }) => performance.now() - since)),
    },
  };
}

type Shop = Required<
  Pick<PrinterOptions, 'documentsPerProcess' | 'residentMaxMb' | 'timeoutMs' | 'idleMs' | 'processes'>
> & {
  readonly limiter: ConcurrencyLimiter;
  readonly presses: Set<PrintProcess>;
  /** Documents whose turn has come, waiting for a process. */
  readonly waiting: Wait[];
  /** The accounts whose documents are being printed. */
  readonly printing: string[];
  started: number;
  isClosed: boolean;
  /** Called when nothing is printing or waiting. */
  readonly idle: (() => void)[];
  resting?: NodeJS.Timeout;
};
type Wait = {
  readonly job: Job;
  readonly accountId: string;
  readonly since: number;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
};

const NOBODY: Asker = { accountId: '' };

function enqueued(shop: Shop, job: Job, { accountId, gone }: Asker): Promise<Buffer> {
  if (shop.isClosed) return Promise.reject(new ConcurrencyLimitError(PRINTS, 'closed'));
  const wait = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      shop.waiting.push({ job, accountId, since: performance.now(), resolve, reject, tries: 0 });
      dispatch(shop);
      setTimeout(dispatch, SPARE_AFTER_MS + 1, shop).unref();
    });
  const printing = shop.limiter.run(accountId, wait, gone);
  dispatch(shop);
  return printing;
}

/**
 * Assigns documents to idle processes, or to new ones while there are few, or if an account was
 * left out.
 */
function dispatch(shop: Shop): void {
  const { presses, waiting, printing, idle } = shop;
  for (;;) {
    // Accounts with nothing printing go first.
    const next = waiting.find(({ accountId }) => !printing.includes(accountId)) ?? waiting[0];
    if (!next) break;
    for (const press of presses) if (press.isOver()) presses.delete(press);
    const free = [...presses].find((press) => !press.isBusy());
    const press = free ?? (mayStart(shop, next) ? started(shop) : undefined);
    if (!press) return;
    waiting.splice(waiting.indexOf(next), 1);
    void printed(shop, press, next);
  }
  if ([...presses].some((press) => press.isBusy())) return;
  for (const notify of idle.splice(0)) notify();
  rest(shop);
}

function mayStart({ presses, processes, printing }: Shop, { accountId, since }: Wait): boolean {
  if (presses.size < processes) return true;
  const isLeftOut = !printing.includes(accountId) && performance.now() - since >= SPARE_AFTER_MS;
  return isLeftOut && presses.size < processes + SPARE_PROCESSES;
}

/** Ends processes that were idle for a while. */
function rest(shop: Shop): void {
  clearTimeout(shop.resting);
  const retire = (): void => {
    for (const press of shop.presses) if (!press.isBusy()) void press.retire();
    for (const press of shop.presses) if (press.isOver()) shop.presses.delete(press);
  };
  shop.resting = setTimeout(retire, shop.idleMs).unref();
}

function started(shop: Shop): PrintProcess {
  const press = startPrintProcess();
  shop.presses.add(press);
  shop.started += 1;
  return press;
}

async function printed(shop: Shop, press: PrintProcess, wait: Wait): Promise<void> {
  wait.tries += 1;
  shop.printing.push(wait.accountId);
  try {
    wait.resolve(await press.print(wait.job, shop.timeoutMs));
  } catch (error) {
    const again = error instanceof PrintError && error.reason === 'crash' && wait.tries < TRIES_MAX;
    if (again) shop.waiting.unshift(wait);
    else wait.reject(error);
  }
  shop.printing.splice(shop.printing.indexOf(wait.accountId), 1);
  if (press.printed() >= shop.documentsPerProcess || press.residentMb() > shop.residentMaxMb) void press.retire();
  if (press.isOver()) shop.presses.delete(press);
  dispatch(shop);
}

async function closed(shop: Shop): Promise<void> {
  const { limiter, waiting, presses } = shop;
  shop.isClosed = true;
  limiter.close();
  for (const { reject } of waiting.splice(0)) reject(new ConcurrencyLimitError(PRINTS, 'closed'));
  if ([...presses].some((press) => press.isBusy())) {
    const ended = new Promise<void>((resolve) => shop.idle.push(resolve));
    await Promise.race([ended, pause(processLimits.stopping.printsMs, undefined, { ref: false })]);
  }
  clearTimeout(shop.resting);
  await Promise.all([...presses].map((press) => (press.isBusy() ? press.kill() : press.retire())));
  presses.clear();
}
