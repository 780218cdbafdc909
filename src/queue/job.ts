import type { Logger } from 'pino';
import type { Claim, FinishedJob, JobOutcome, LeasedJob } from '../db/job-queue.ts';
import type { Tx } from '../db/transaction.ts';
import type { Lane } from '../domain/queue/queues.ts';
import type { MetricsRecorder } from '../metrics/metrics.ts';
import type { AppServices } from '../services/app-dependencies.ts';

/** What a run is given. */
export type JobContext = {
  readonly services: AppServices;
  readonly log: Logger;
  /** From 0 to 1; spreads the waits. */
  readonly chance: () => number;
  /** The process was asked to end: what can stop between two steps stops. */
  readonly isEnding: () => boolean;
  /** Ends what hangs: the process ends now, or another has taken the job over. */
  readonly signal: AbortSignal;
  /** Told what tries come to. */
  readonly watch?: MetricsRecorder | undefined;
};

/**
 * Something the service does by itself, for one sort of work: in which lane it waits, and how it is done. `run` says what
 * became of it, which is then written; or nothing, where it wrote that itself in the transaction of what it did, or where
 * nobody can say: then it is due again when its lease ends.
 */
export type Job<Held extends LeasedJob = LeasedJob> = {
  readonly lane: Lane;
  /** Seconds from one time to the next, where it is work of the installation that comes again and again. */
  readonly everySeconds?: number;
  /** It is due whenever a process starts, besides. */
  readonly isDueAtStart?: boolean;
  /** Takes what is due, with what is needed to do it; by default the names alone. */
  claim?(tx: Tx, claim: Claim): Promise<Held[]>;
  run(held: Held, turn: JobContext): Promise<JobOutcome | undefined>;
  /** Writes what became of many, of any account, in the transaction that claims the next; by default each in one of its own. */
  settle?(tx: Tx, settled: readonly FinishedJob[], services: AppServices, log: Logger): Promise<void>;
  /** Lets go of what it holds open, once nothing runs any more. */
  close?(): Promise<void>;
};
