import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ConcurrencyLimitError } from '../limits/concurrency-limiter.ts';
import type { Answered, Job } from './print-job.ts';

/** Old memory of JavaScript in the process; the compiler's own is outside it. */
const HEAP_MIB = 256;
/** Young memory: strings of one document, which none after it needs. */
const YOUNG_SPACE_MIB = 1;

/** The lane documents are printed in. */
export const PRINTS = 'prints';

/** Why a document cannot be printed, now or later: its process dies over it, or it cannot be set. */
export class PrintError extends Error {
  readonly reason: 'crash' | 'refused by the typesetter';

  constructor(reason: PrintError['reason'], detail = '') {
    super(`a document could not be printed: ${reason}${detail && `: ${detail}`}`);
    this.reason = reason;
  }
}

/** One process that prints, one document at a time. */
export type PrintProcess = {
  /**
   * Refused by a PrintError, of which 'crash' is the end of the press; or by a ConcurrencyLimitError where it took too long (`time`), on a machine
   * that is busy most likely, or was ended (`closed`): either is the end of the press, and worth another try.
   */
  readonly print: (job: Job, timeoutMs: number) => Promise<Buffer>;
  readonly isBusy: () => boolean;
  readonly isOver: () => boolean;
  readonly printed: () => number;
  /** Its memory after its last document. */
  readonly residentMb: () => number;
  readonly processId: number | undefined;
  /** Ends the process, which must not be printing; done when it is gone. */
  readonly retire: () => Promise<void>;
  /** Ends the process whatever it does; done when it is gone. */
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

  /** While it prints it keeps our process alive, as all work does; while it waits for work it must not. */
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
    else done?.reject(new PrintError('refused by the typesetter', answered.failure));
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

const PROGRAM = fileURLToPath(new URL('./print-process.ts', import.meta.url));

/** Whoever asks for a document waits for it gladly; the others, who only ask the interface, must not. */
function lowered(processId: number | undefined): void {
  try {
    if (processId !== undefined) setPriority(processId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It prints at our priority, then: a system that does not let us lower it, or a process already gone.
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
