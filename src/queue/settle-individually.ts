import type { Logger } from 'pino';
import { isConnectionLost } from '../db/connections/connection-lost.ts';
import type { JobOutcome, LeasedJob } from '../db/job-queue.ts';

/**
 * Whether a write will fail again: PostgreSQL reports bad data or a violated constraint (SQLSTATE
 * classes 22 and 23), or our code has a bug. Other errors (no database, a deadlock) are temporary.
 */
export function isPermanentWriteError(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined ? !isConnectionLost(error) : /^2[23]/.test(code);
}

/**
 * Writes an outcome completely; if PostgreSQL refuses, without the recorded response, or without
 * the attempt. The essentials stay: a finished job is finished, a failed one counts the attempt and
 * waits for its retry. So a job whose result cannot be stored is not run more often than others;
 * the log has the error. Throws if even that is refused.
 */
export async function settleOrReduce<T, B extends JobOutcome>(
  { lane, subjectId }: LeasedJob,
  became: B,
  { log, write }: { log: Logger; write: (became: B) => Promise<T> },
): Promise<T> {
  const { kept, ...done } = became;
  const { answer, ...bare } = kept ?? {};
  const lesser: [B, string][] = [[became, 'whole']];
  if (answer !== undefined) lesser.push([{ ...became, kept: bare }, 'without the response']);
  if (kept) lesser.push([done as B, 'without the attempt']);
  let refused: unknown;
  for (const [less, written] of lesser) {
    try {
      const answer = await write(less);
      if (refused)
        log.error({ err: refused, lane, subject: subjectId, written }, 'the outcome of a job was written in part');
      return answer;
    } catch (error) {
      if (!isPermanentWriteError(error)) throw error;
      refused ??= error;
    }
  }
  throw refused;
}
