import type { Logger } from 'pino';
import { isConnectionLost } from '../db/connections/connection-lost.ts';
import type { JobOutcome, LeasedJob } from '../db/job-queue.ts';

/**
 * What is to be written will be refused again: by PostgreSQL, for bad data or a broken constraint (SQLSTATE classes 22 and 23), or by
 * a bug of ours on the way. Whatever else fails (no database, a deadlock) passes.
 */
export function isPermanentWriteError(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined ? !isConnectionLost(error) : /^2[23]/.test(code);
}

/**
 * Writes what became of a job: all of it, or where PostgreSQL refuses that, without what was answered, or without the try. What
 * counts stays: a job that is done is done, and one that is not counts the try and waits as planned. So what cannot be written
 * is done no more often than what can; it is told to the log. Throws where even that is refused.
 */
export async function settleOrReduce<T, B extends JobOutcome>(
  { lane, subjectId }: LeasedJob,
  became: B,
  { log, write }: { log: Logger; write: (became: B) => Promise<T> },
): Promise<T> {
  const { kept, ...done } = became;
  const { answer, ...bare } = kept ?? {};
  const lesser: [B, string][] = [[became, 'whole']];
  if (answer !== undefined) lesser.push([{ ...became, kept: bare }, 'without the answer']);
  if (kept) lesser.push([done as B, 'without the try']);
  let refused: unknown;
  for (const [less, written] of lesser) {
    try {
      const answer = await write(less);
      if (refused)
        log.error({ err: refused, lane, subject: subjectId, written }, 'what became of a job was written in part');
      return answer;
    } catch (error) {
      if (!isPermanentWriteError(error)) throw error;
      refused ??= error;
    }
  }
  throw refused;
}
