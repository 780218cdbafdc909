import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { extname, join } from 'node:path';
import { ConcurrencyLimitError } from '../limits/concurrency-limiter.ts';
import type { Answered, Job } from './print-job.ts';

/** V8 old space of the process; the compiler's memory is outside it. */
const HEAP_MIB = 256;
/** V8 young space: strings of one document, not needed afterwards. */
const YOUNG_SPACE_MIB = 1;

/** The queue of documents to print. */
export const PRINTS = 'prints';

/**
 * Why a document cannot be printed, now or later: it crashes the process, or the compiler refuses
 * it.
 */
export class PrintError extends Error {
  readonly reason: 'crash' | 'refused by the PDF compiler';

  constructor(reason: PrintError['reason'], detail = '') {
    super(`a document could not be printed: ${reason}${detail && `: ${detail}`}`);
    this.reason = reason;
  }
}

/** A print process, one document at a time. */
export type PrintProcess = {
  /**
   * Rejects with a PrintError ('crash' ends the process), or with a ConcurrencyLimitError if it
   * took too long (`time`, most likely on a busy machine) or was ended (`closed`): both end the
   * process, and a retry makes sense.
   */
  readonly print: (job: Job, timeoutMs: number) => Promise<Buffer>;
  readonly isBusy: () => boolean;
  readonly isOver: () => boolean;
  readonly printed: () => number;
  /** Its memory after the last document. */
  readonly residentMb: () => number;
  readonly processId: number | undefined;
  /** Ends the idle process; resolves when it has exited. */
  readonly retire: () => Promise<void>;
  /** Kills the process; resolves when it has exited. */
  readonly kill: () => Promise<void>;
};

type UnderWay = { resolve: (pdf: Buffer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

export function startPrintProcess(): PrintProcess {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MIB}`, `--max-semi-space-size=${YOUNG_SPACE_MIB}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  lowered(child.pid);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let underWay: UnderWay | undefined;
  let isOver = false;
  let printed = 0;
  let residentMb = 0;

  /** Keeps our process alive while printing, but not while idle. */
  const holding = (held: boolean): void => {
    child[held ? 'ref' : 'unref']();
    child.channel?.[held ? 'ref' : 'unref']();
  };
  const taken = (): UnderWay | undefined => {
    const was = underWay;
    clearTimeout(was?.timer);
    underWay = undefined;
    holding(false);
    return was;
  };
  const end = (error: PrintError | ConcurrencyLimitError): void => {
    isOver = true;
    child.kill('SIGKILL');
    taken()?.reject(error);
  };
  child.on('message', (answered: Answered) => {
    printed += 1;
    residentMb = answered.residentMb;
    const done = taken();
    if ('pdf' in answered) done?.resolve(asBuffer(answered.pdf));
    else done?.reject(new PrintError('refused by the PDF compiler', answered.failure));
  });
  child.once('exit', () => end(new PrintError('crash')));
  child.once('error', () => end(new PrintError('crash')));

  return {
    print: (job, timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => end(new ConcurrencyLimitError(PRINTS, 'time')), timeoutMs);
        underWay = { resolve, reject, timer };
        holding(true);
        child.send({ id: printed, job }, (error) => error && end(new PrintError('crash')));
      }),
    isBusy: () => underWay !== undefined,
    isOver: () => isOver,
    printed: () => printed,
    residentMb: () => residentMb,
    processId: child.pid,
    async kill() {
      end(new ConcurrencyLimitError(PRINTS, 'closed'));
      if (child.exitCode === null && child.signalCode === null) await gone;
    },
    async retire() {
      isOver = true;
      holding(true);
      if (child.connected) child.disconnect();
      if (child.exitCode === null && child.signalCode === null) await gone;
    },
  };
}

/** Beside this file, with its ending: the npm package has JavaScript. */
const PROGRAM = join(import.meta.dirname, './print-process.ts'.replace('.ts', extname(import.meta.filename)));

/**
 * Lowers the priority: users expect a document to take a moment, but other API requests must not be
 * slowed down.
 */
function lowered(processId: number | undefined): void {
  try {
    if (processId !== undefined) setPriority(processId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it runs at our priority: the system does not allow it, or the process has already
    // exited.
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
