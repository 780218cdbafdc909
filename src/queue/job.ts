import type { Logger } from 'pino';
import type { Claim, FinishedJob, JobOutcome, LeasedJob } from '../db/job-queue.ts';
import type { Tx } from '../db/transaction.ts';
import type { Lane } from '../domain/queue/queues.ts';
import type { MetricsRecorder } from '../metrics/metrics.ts';
import type { AppServices } from '../services/app-dependencies.ts';

/** Arguments of a run. */
export type JobContext = {
  readonly services: AppServices;
  readonly log: Logger;
  /** Random number from 0 to 1, to jitter retry delays. */
  readonly chance: () => number;
  /** Whether the process is shutting down: runs that can stop between steps do. */
  readonly isEnding: () => boolean;
  /** Aborts a hanging run: the process ends now, or another process has taken the job over. */
  readonly signal: AbortSignal;
  /** Receives the results of attempts. */
  readonly watch?: MetricsRecorder | undefined;
};

/**
 * A kind of background work: its queue, and how to run it. `run` returns the outcome, which is then
 * written; or undefined if it wrote the outcome in its own transaction, or the outcome is unknown:
 * then the job is due again when its lease ends.
 */
export type Job<Held extends LeasedJob = LeasedJob> = {
  readonly lane: Lane;
  /** Interval in seconds, for recurring work of the installation. */
  readonly everySeconds?: number;
  /** Also due at every process start. */
  readonly isDueAtStart?: boolean;
  /** Claims due jobs with the data needed to run them; by default the ids only. */
  claim?(tx: Tx, claim: Claim): Promise<Held[]>;
  run(held: Held, turn: JobContext): Promise<JobOutcome | undefined>;
  /**
   * Writes many outcomes of any accounts in the transaction that claims the next jobs; by default
   * each in its own.
   */
  settle?(tx: Tx, settled: readonly FinishedJob[], services: AppServices, log: Logger): Promise<void>;
  /** Releases resources once nothing runs any more. */
  close?(): Promise<void>;
};
