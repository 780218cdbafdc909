import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LeasedJob } from '../db/job-queue.ts';
import { isPermanentWriteError } from './settle-individually.ts';

/** Times it is tried to write what a run came to, and milliseconds between two: a machine that is started again answers within them. */
const TRIES_MAX = 30;
const AGAIN_MS = 1_000;

/**
 * Writes what a run came to, again and again where that fails by what passes: a database or a node that is away for a moment, an account
 * that is being moved. What was done in the world, a mail that was taken say, would be done once more. Gives up where it will be refused
 * again, where another has taken the job over or the process ends (`signal`), and after half a minute: others wait for its place.
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
      if (tried === 1) log.warn({ err: error, lane, subject: subjectId }, 'what became of a job cannot be written yet');
      await wait(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
}
