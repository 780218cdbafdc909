import type { Logger } from 'pino';
import { type Became, type HeldJob, type SettledJob, settleJob } from '../db/job-queue.ts';
import { inTransaction } from '../db/transaction.ts';
import { afterFailure } from '../domain/queue/retry-after-failure.ts';
import type { Job, Turn } from './job.ts';
import type { Entry } from './running-jobs.ts';
import { writeWhatCanBe } from './settle-individually.ts';
import { writeInTheEnd } from './settle-with-retry.ts';

/**
 * Does one job, has what became of it written (with the next claim where the job says so, else at once), and says whether it
 * went well. It never throws.
 */
export async function runJob(
  { job, held, signal }: Entry,
  given: Omit<Turn, 'signal'> & { settleLater: (job: Job, settled: SettledJob) => void },
): Promise<boolean> {
  const { settleLater, ...rest } = given;
  const turn: Turn = {
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
    await writeInTheEnd(held, turn, () => settleAlone(turn, held, became)).catch((error: unknown) =>
      untold(held, error, turn.log),
    );
  return wentWell;
}

/** A run that throws is a bug, or something it needs is away: it is told, kept, and tried again. */
export function failed(held: HeldJob, error: unknown, { world, log, chance, signal }: Turn): Became | undefined {
  if (signal.aborted) return undefined;
  const { lane, accountId, subjectId, test } = held;
  log.error({ err: error, lane, account: accountId, subject: subjectId, test }, 'a job failed');
  return afterFailure((error as Error).message, { before: held.tried, now: world.now(), chance: chance() });
}

/** Writes what became of a job and nothing else, in a transaction of its account. */
export const settleAlone = (
  { world, log }: Pick<Turn, 'world' | 'log'>,
  held: HeldJob,
  became: Became,
): Promise<boolean> => {
  const write = (less: Became) =>
    inTransaction(world.pool, held, async (tx) => ({ commit: true, answer: await settleJob(tx, held, less) }));
  return writeWhatCanBe(held, became, { log, write });
};

/** It is due again when its lease ends. */
export const untold = ({ lane, subjectId }: HeldJob, error: unknown, log: Logger): void =>
  log.error({ err: error, lane, subject: subjectId }, 'what became of a job could not be written');
