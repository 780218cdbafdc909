import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ConcurrencyLimitError,
  createConcurrencyLimiter,
  type GetAbortSignal,
  type ConcurrencyLimiter,
} from '../limits/concurrency-limiter.ts';
import { processLimits } from '../limits/process-limits.ts';
import type { Job } from './print-job.ts';
import { PRINTS, PrintError, type PrintProcess, startPrintProcess } from './print-process-client.ts';

export { PrintError };

/** Documents a process prints before another takes its place: its memory grows by about 100 kB with each. */
const DOCUMENTS_PER_PROCESS = 1000;
/** A process larger than this is replaced at once: a document of a hundred pages leaves memory behind that no other needs. */
const RESIDENT_MAX_MB = 250;
/** The longest a document may take, on a machine where everything else goes before; 500 lines take a third of a second. */
const RENDER_TIMEOUT_MS = 60_000;
/** So many waiting are worth the third of a second that a further process takes to start. */
const BACKLOG = 8;
const PROCESSES_MAX = 2;
/** Processes beyond them, for an account that has nothing printed while others have everything. */
const SPARE_PROCESSES = 1;
/** Milliseconds after which he gets it: a process takes as long to start. */
const SPARE_AFTER_MS = 250;
/** Processes that had nothing to print for so long go: each holds sixty megabytes, and the next is there in a third of a second. */
const IDLE_MS = 30_000;
/** A process that dies over a document gets it once more, in case it was not the document's fault. */
const TRIES_MAX = 2;

export type PrinterOptions = {
  readonly documentsPerProcess?: number;
  readonly residentMaxMb?: number;
  readonly timeoutMs?: number;
  /** Documents of one account that may wait. More are told to come back. */
  readonly waitingMax?: number;
  readonly waitMs?: number;
  readonly idleMs?: number;
  /** Processes at a time, where there is much to print for one account. */
  readonly processes?: number;
};

export type Printer = {
  /**
   * Prints one document when it is its account's turn; the same job gives the same bytes. Refused by a PrintError, which
   * says why, or by a ConcurrencyLimitError where its turn did not come, it took too long, or the printer is closed.
   */
  readonly renderPdf: (job: Job, asker?: Asker) => Promise<Buffer>;
  /** Refuses what waits, and what comes. */
  readonly refuseWaiting: () => void;
  /** Refuses what waits, lets what is being printed end within a second, and ends the processes. */
  readonly close: () => Promise<void>;
  /** Processes started so far. */
  readonly started: () => number;
  readonly processIds: () => readonly number[];
  /** Documents that wait to be printed, and for how long the first has. */
  readonly queue: Pick<ConcurrencyLimiter, 'name' | 'waiting' | 'oldestMs'>;
};

/** For whom a document is printed, and whether he still waits for it. */
export type Asker = { readonly accountId: string; readonly gone?: GetAbortSignal | undefined };

/**
 * Opens a printer. Nothing is started until the first document: a service that prints none pays nothing. Documents are
 * printed by processes beside ours, so that neither their work nor their memory is ours.
 */
export function openPrinter(options: PrinterOptions = {}): Printer {
  const { waitingPerAccountMax, waitMs } = processLimits.lanes.prints;
  const {
    documentsPerProcess = DOCUMENTS_PER_PROCESS,
    residentMaxMb = RESIDENT_MAX_MB,
    timeoutMs = RENDER_TIMEOUT_MS,
    idleMs = IDLE_MS,
    processes = Math.min(PROCESSES_MAX, availableParallelism()),
  } = options;
  const lane = createConcurrencyLimiter(PRINTS, {
    runningMax: processes + SPARE_PROCESSES,
    runningPerAccountMax: processes,
    waitingPerAccountMax: options.waitingMax ?? waitingPerAccountMax,
    waitMs: options.waitMs ?? waitMs,
  });
  const shop: Shop = {
    ...{ documentsPerProcess, residentMaxMb, timeoutMs, idleMs, processes, lane },
    ...{ presses: new Set(), waiting: [], printing: [], started: 0, isClosed: false, idle: [] },
  };
  return {
    renderPdf: (job, asker = NOBODY) => enqueued(shop, job, asker),
    refuseWaiting: () => lane.close(),
    close: () => closed(shop),
    started: () => shop.started,
    processIds: () => [...shop.presses].flatMap(({ processId }) => processId ?? []),
    queue: {
      name: lane.name,
      waiting: () => lane.waiting() + shop.waiting.length,
      oldestMs: () => Math.max(lane.oldestMs(), ...shop.waiting.map(({ since }) => performance.now() - since)),
    },
  };
}

type Shop = Required<
  Pick<PrinterOptions, 'documentsPerProcess' | 'residentMaxMb' | 'timeoutMs' | 'idleMs' | 'processes'>
> & {
  readonly lane: ConcurrencyLimiter;
  readonly presses: Set<PrintProcess>;
  /** Documents whose turn it is, and which wait for a press. */
  readonly waiting: Wait[];
  /** Whose documents are being printed. */
  readonly printing: string[];
  started: number;
  isClosed: boolean;
  /** Told when nothing is printed and nothing waits. */
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
  const printing = shop.lane.run(accountId, wait, gone);
  dispatch(shop);
  return printing;
}

/** Hands documents to presses that are free, or to new ones where there are none, too much to do, or somebody left out. */
function dispatch(shop: Shop): void {
  const { presses, waiting, printing, idle } = shop;
  for (;;) {
    // Whoever has nothing printed goes before those who have.
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
  for (const tell of idle.splice(0)) tell();
  rest(shop);
}

function mayStart({ presses, processes, waiting, lane, printing }: Shop, { accountId, since }: Wait): boolean {
  if (presses.size === 0) return true;
  if (presses.size < processes && waiting.length + lane.waiting() >= BACKLOG) return true;
  const isLeftOut = !printing.includes(accountId) && performance.now() - since >= SPARE_AFTER_MS;
  return isLeftOut && presses.size < processes + SPARE_PROCESSES;
}

/** Sends the processes home that nobody needed for a while. */
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
  const { lane, waiting, presses } = shop;
  shop.isClosed = true;
  lane.close();
  for (const { reject } of waiting.splice(0)) reject(new ConcurrencyLimitError(PRINTS, 'closed'));
  if ([...presses].some((press) => press.isBusy())) {
    const ended = new Promise<void>((resolve) => shop.idle.push(resolve));
    await Promise.race([ended, pause(processLimits.stopping.printsMs, undefined, { ref: false })]);
  }
  clearTimeout(shop.resting);
  await Promise.all([...presses].map((press) => (press.isBusy() ? press.kill() : press.retire())));
  presses.clear();
}
