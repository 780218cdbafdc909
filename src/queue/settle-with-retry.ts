import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LeasedJob } from '../db/job-queue.ts';
import { isPermanentWriteError } from './settle-individually.ts';

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
