import type { Logger } from 'pino';
import { type FinishedJob, type JobOutcome, type LeasedJob, settleJob } from '../db/job-queue.ts';
import { inTransaction } from '../db/transaction.ts';
import { retryAfterFailure } from '../domain/queue/retry-delay.ts';
import type { Job, JobContext } from './job.ts';
import type { RunningJob } from './running-jobs.ts';
import { settleOrReduce, settleWithRetry } from './settle-outcome.ts';

/**
 * Runs one job, has its outcome written (with the next claim if the job says so, otherwise at
 * once), and returns whether it succeeded. Never throws.
 */
export async function runJob(
  { job, held, signal }: RunningJob,
  given: Omit<JobContext, 'signal'> & { settleLater: (job: Job, settled: FinishedJob) => void },
): Promise<boolean> {
  const { settleLater, ...rest } = given;
  const turn: JobContext = {
    ...rest,
    get signal() {
      return signal();
    },
  };
  const began = performance.now();
  const became = await job.run(held, turn).catch((error: unknown) => failed(held, error, turn));
  const fault = became?.kept?.fault;
  const wentWell = became !== undefined && fault === undefined;
  turn.watch?.ran({ lane: held.lane, wentWell: fault === undefined, ms: performance.now() - began });
  if (!became) return wentWell;
  if (job.settle) settleLater(job, { job: held, ...became });
  else
    await settleWithRetry(held, turn, () => settleInOwnTransaction(turn, held, became)).catch((error: unknown) =>
      logUnsettledJob(held, error, turn.log),
    );
  return wentWell;
}

/** A run that throws has a bug or lacks a resource: it is logged, recorded and retried. */
export function failed(
  held: LeasedJob,
  error: unknown,
  { services, log, chance, signal }: JobContext,
): JobOutcome | undefined {
  if (signal.aborted) return undefined;
  const { lane, accountId, subjectId, test } = held;
  log.error({ err: error, lane, account: accountId, subject: subjectId, test }, 'a job failed');
  return retryAfterFailure((error as Error).message, { before: held.tried, now: services.now(), chance: chance() });
}

/** Writes the outcome of a job in a transaction of its account. */
export const settleInOwnTransaction = (
  { services, log }: Pick<JobContext, 'services' | 'log'>,
  held: LeasedJob,
  became: JobOutcome,
): Promise<boolean> => {
  const write = (less: JobOutcome) =>
    inTransaction(services.pool, held, async (tx) => ({ commit: true, answer: await settleJob(tx, held, less) }));
  return settleOrReduce(held, became, { log, write });
};

/** The job is due again when its lease ends. */
export const logUnsettledJob = ({ lane, subjectId }: LeasedJob, error: unknown, log: Logger): void =>
  log.error({ err: error, lane, subject: subjectId }, 'the outcome of a job could not be written');
