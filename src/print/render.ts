import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answered, Job } from './job.ts';

/** Documents a process prints before another takes its place: its memory grows by about 100 kB with each. */
export const DOCUMENTS_PER_PROCESS = 1000;
/** The longest a document may take; 500 lines take a third of a second. */
export const RENDER_TIMEOUT_MS = 20_000;
/** Documents that may wait. More are told to come back. */
export const WAITING_MAX = 500;
/** A process that dies over a document gets it once more, in case it was not the document's fault. */
const TRIES_MAX = 2;
/** Old memory of JavaScript; the compiler's own is outside it. */
const HEAP_MIB = 256;

export type Printer = {
  /** Prints one document; the same job gives the same bytes. */
  readonly renderPdf: (job: Job) => Promise<Buffer>;
  /** Lets what is being printed and what waits come to its end, then ends the process. */
  readonly close: () => Promise<void>;
  /** Processes started so far, for the tests. */
  readonly started: () => number;
  /** The process that prints now, where there is one. */
  readonly processId: () => number | undefined;
};

export type PrinterOptions = {
  readonly documentsPerProcess?: number;
  readonly timeoutMs?: number;
  readonly waitingMax?: number;
};

/** Why a document could not be printed. */
export class PrintError extends Error {
  readonly reason: 'closed' | 'busy' | 'timeout' | 'crash' | 'refused by the typesetter';

  constructor(reason: PrintError['reason'], detail = '') {
    super(`a document could not be printed: ${reason}${detail && `: ${detail}`}`);
    this.reason = reason;
  }
}

type Wait = { job: Job; tries: number; resolve: (pdf: Buffer) => void; reject: (error: Error) => void };
type Press = { child: ChildProcess; printed: number; wait?: Wait; timer?: NodeJS.Timeout };

/**
 * Opens a printer. Nothing is started until the first document: a service that prints none pays nothing. Documents are
 * printed one after the other by one process beside ours, so that neither its work nor its memory is ours.
 */
export function openPrinter(options: PrinterOptions = {}): Printer {
  const {
    documentsPerProcess = DOCUMENTS_PER_PROCESS,
    timeoutMs = RENDER_TIMEOUT_MS,
    waitingMax = WAITING_MAX,
  } = options;
  const waiting: Wait[] = [];
  let press: Press | undefined;
  let closing: (() => void) | undefined;
  let isClosed = false;
  let starts = 0;
  let jobs = 0;

  function next(): void {
    if (press?.wait) return;
    const wait = waiting.shift();
    if (!wait) {
      closing?.();
      return;
    }
    press ??= started();
    const mine = press;
    mine.wait = wait;
    mine.timer = setTimeout(() => end(mine, new PrintError('timeout', `${timeoutMs} ms`)), timeoutMs);
    wait.tries += 1;
    mine.child.send({ id: ++jobs, job: wait.job }, (error) => {
      // A channel that broke is a process that ended; its `exit` tells.
      if (error) mine.child.kill('SIGKILL');
    });
  }

  function started(): Press {
    starts += 1;
    const child = fork(PROGRAM, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MIB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const made: Press = { child, printed: 0 };
    child.on('message', (answered: Answered) => settle(made, answered));
    child.once('exit', () => end(made, new PrintError('crash')));
    child.once('error', () => end(made, new PrintError('crash')));
    return made;
  }

  function settle(of: Press, answered: Answered): void {
    const { wait } = of;
    if (!wait) return;
    clearTimeout(of.timer);
    delete of.wait;
    of.printed += 1;
    if ('pdf' in answered)
      wait.resolve(Buffer.from(answered.pdf.buffer, answered.pdf.byteOffset, answered.pdf.byteLength));
    else wait.reject(new PrintError('refused by the typesetter', answered.failure));
    if (of.printed >= documentsPerProcess) retire(of);
    next();
  }

  /** A process that is done goes in its own time. */
  function retire(of: Press): void {
    if (press === of) press = undefined;
    if (of.child.connected) of.child.disconnect();
  }

  /** A process that died or hangs; its document is tried once more, unless it hung over it. */
  function end(of: Press, error: PrintError): void {
    clearTimeout(of.timer);
    const { wait } = of;
    delete of.wait;
    if (press === of) press = undefined;
    of.child.kill('SIGKILL');
    if (!wait) return;
    if (error.reason === 'crash' && wait.tries < TRIES_MAX) waiting.unshift(wait);
    else wait.reject(error);
    next();
  }

  return {
    renderPdf: (job) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new PrintError('closed'));
        if (waiting.length >= waitingMax) return reject(new PrintError('busy'));
        waiting.push({ job, tries: 0, resolve, reject });
        next();
      }),
    async close() {
      isClosed = true;
      if (press?.wait || waiting.length > 0) await new Promise<void>((resolve) => (closing = resolve));
      const child = press?.child;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      retire(press as Press);
      await gone;
    },
    started: () => starts,
    processId: () => press?.child.pid,
  };
}

const PROGRAM = fileURLToPath(new URL('./print-process.ts', import.meta.url));
