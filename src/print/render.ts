import { availableParallelism } from 'node:os';
import type { Job } from './job.ts';
import { type Press, PrintError, startPress } from './press.ts';

export { PrintError };

/** Documents a process prints before another takes its place: its memory grows by about 100 kB with each. */
const DOCUMENTS_PER_PROCESS = 1000;
/** A process larger than this is replaced at once: a document of a hundred pages leaves memory behind that no other needs. */
const RESIDENT_MAX_MB = 400;
/** The longest a document may take; 500 lines take a third of a second. */
const RENDER_TIMEOUT_MS = 20_000;
/** Documents that may wait. More are told to come back. */
const WAITING_MAX = 500;
/** So many waiting are worth the third of a second that a further process takes to start. */
const BACKLOG = 8;
const PROCESSES_MAX = 2;
/** Processes that had nothing to print for so long go: each holds a hundred megabytes. */
const IDLE_MS = 5 * 60_000;
/** A process that dies over a document gets it once more, in case it was not the document's fault. */
const TRIES_MAX = 2;

export type PrinterOptions = {
  readonly documentsPerProcess?: number;
  readonly residentMaxMb?: number;
  readonly timeoutMs?: number;
  readonly waitingMax?: number;
  readonly idleMs?: number;
  /** Processes at a time, where there is much to print. */
  readonly processes?: number;
};

export type Printer = {
  /** Prints one document; the same job gives the same bytes. Refused by a PrintError, which says why. */
  readonly renderPdf: (job: Job) => Promise<Buffer>;
  /** Lets what is being printed and what waits come to its end, then ends the processes. */
  readonly close: () => Promise<void>;
  /** Processes started so far. */
  readonly started: () => number;
  readonly processIds: () => readonly number[];
};

/**
 * Opens a printer. Nothing is started until the first document: a service that prints none pays nothing. Documents are
 * printed by processes beside ours, so that neither their work nor their memory is ours.
 */
export function openPrinter(options: PrinterOptions = {}): Printer {
  const shop: Shop = {
    documentsPerProcess: DOCUMENTS_PER_PROCESS,
    residentMaxMb: RESIDENT_MAX_MB,
    timeoutMs: RENDER_TIMEOUT_MS,
    waitingMax: WAITING_MAX,
    idleMs: IDLE_MS,
    processes: Math.min(PROCESSES_MAX, availableParallelism()),
    ...options,
    presses: new Set(),
    waiting: [],
    started: 0,
    isClosed: false,
    idle: [],
  };
  return {
    renderPdf: (job) => enqueued(shop, job),
    close: () => closed(shop),
    started: () => shop.started,
    processIds: () => [...shop.presses].flatMap(({ processId }) => processId ?? []),
  };
}

type Shop = Required<PrinterOptions> & {
  readonly presses: Set<Press>;
  readonly waiting: Wait[];
  started: number;
  isClosed: boolean;
  /** Told when nothing is printed and nothing waits. */
  readonly idle: (() => void)[];
  resting?: NodeJS.Timeout;
};
type Wait = {
  readonly job: Job;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
};

function enqueued(shop: Shop, job: Job): Promise<Buffer> {
  if (shop.isClosed) return Promise.reject(new PrintError('closed'));
  if (shop.waiting.length >= shop.waitingMax) return Promise.reject(new PrintError('busy'));
  return new Promise((resolve, reject) => {
    shop.waiting.push({ job, resolve, reject, tries: 0 });
    dispatch(shop);
  });
}

/** Hands the first who waits to a press that is free, or to a new one where there is none or too much to do. */
function dispatch(shop: Shop): void {
  const { presses, waiting, processes, idle } = shop;
  while (waiting.length > 0) {
    for (const press of presses) if (press.isOver()) presses.delete(press);
    const free = [...presses].find((press) => !press.isBusy());
    const mayStart = presses.size === 0 || (presses.size < processes && waiting.length >= BACKLOG);
    const press = free ?? (mayStart ? started(shop) : undefined);
    if (!press) return;
    void printed(shop, press, waiting.shift() as Wait);
  }
  if ([...presses].some((press) => press.isBusy())) return;
  for (const tell of idle.splice(0)) tell();
  rest(shop);
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

function started(shop: Shop): Press {
  const press = startPress();
  shop.presses.add(press);
  shop.started += 1;
  return press;
}

async function printed(shop: Shop, press: Press, wait: Wait): Promise<void> {
  wait.tries += 1;
  try {
    wait.resolve(await press.print(wait.job, shop.timeoutMs));
  } catch (error) {
    const again = error instanceof PrintError && error.reason === 'crash' && wait.tries < TRIES_MAX;
    if (again) shop.waiting.unshift(wait);
    else wait.reject(error);
  }
  if (press.printed() >= shop.documentsPerProcess || press.residentMb() > shop.residentMaxMb) void press.retire();
  if (press.isOver()) shop.presses.delete(press);
  dispatch(shop);
}

async function closed(shop: Shop): Promise<void> {
  shop.isClosed = true;
  const isWorking = shop.waiting.length > 0 || [...shop.presses].some((press) => press.isBusy());
  if (isWorking) await new Promise<void>((resolve) => shop.idle.push(resolve));
  clearTimeout(shop.resting);
  await Promise.all([...shop.presses].map((press) => press.retire()));
  shop.presses.clear();
}
