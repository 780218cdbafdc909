import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isConnectionLost } from '../db/connections/connection-lost.ts';
import type { JobOutcome, LeasedJob } from '../db/job-queue.ts';

/**
 * Attempts to write an outcome, and milliseconds between them: a restarting machine responds within
 * that time.
 */
const TRIES_MAX = 30;
const AGAIN_MS = 1_000;

/**
 * Writes an outcome, retrying temporary errors: an unreachable database or node, an account that is
 * being moved. Otherwise an external effect, such as a sent mail, would be repeated. Gives up on
 * permanent errors, if another process has taken the job over or this one ends (`signal`), and
 * after half a minute, because others wait for the slot.
 */
export async function settleWithRetry<T>(
  { lane, subjectId }: LeasedJob,
  { log, signal }: { log: Logger; signal: AbortSignal },
  write: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await write();
    } catch (error) {
      if (tried === TRIES_MAX || signal.aborted || isPermanentWriteError(error)) throw error;
      if (tried === 1) log.warn({ err: error, lane, subject: subjectId }, 'the outcome of a job cannot be written yet');
      await wait(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
}

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
