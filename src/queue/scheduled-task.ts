import type { Logger } from 'pino';
import { isConnectionLost } from '../db/connections/connection-lost.ts';
import { scheduleJob } from '../db/job-queue.ts';
import { isSharded } from '../db/sharding/sharded-pools.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Job, JobContext } from './job.ts';

/** A recurring task of the installation, run by one process at a time. */
export const scheduledTask = (
  lane: Job['lane'],
  everySeconds: number,
  run: (turn: JobContext) => Promise<unknown>,
): Job => ({
  lane,
  everySeconds,
  run: async (_, turn) => {
    await run(turn);
    // An interrupted task continues in the next process.
    return { nextAt: turn.services.now() + (turn.isEnding() ? 0 : everySeconds), fresh: true };
  },
});

/** Schedules the recurring tasks that are not scheduled yet; the first run is due at once. */
export async function scheduleTasks(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  jobs: readonly Job[],
): Promise<void> {
  for (const { lane, everySeconds, isDueAtStart } of jobs)
    if (everySeconds !== undefined)
      await scheduleJob(pool, lane.name, { now: now(), latest: now() + (isDueAtStart ? 0 : everySeconds) });
}

/** Milliseconds before scheduling is retried. */
const AGAIN_MS = 5_000;

/**
 * The same; if tables are sharded and the node of this queue is unreachable, as soon as it
 * responds. Returns a function that stops retrying.
 */
export async function scheduleTasksWhenReachable(
  services: Pick<AppServices, 'pool' | 'now'>,
  jobs: readonly Job[],
  log: Pick<Logger, 'warn' | 'error'>,
  againMs = AGAIN_MS,
): Promise<{ stop: () => void }> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const untold = (error: unknown) => log.error({ err: error }, 'recurring tasks could not be scheduled');
  const plan = async (isFirst: boolean): Promise<void> => {
    try {
      await scheduleTasks(services, jobs);
    } catch (error) {
      if (!isSharded(services.pool) || !isConnectionLost(error)) throw error;
      if (isFirst) log.warn({ err: error }, 'recurring tasks will be scheduled once their node responds');
      if (!stopped) timer = setTimeout(() => void plan(false).catch(untold), againMs).unref();
    }
  };
  await plan(true);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
