import type { Logger } from 'pino';
import { isConnectionLost } from '../db/connections/connection-lost.ts';
import { scheduleJob } from '../db/job-queue.ts';
import { isSharded } from '../db/sharding/sharded-pools.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Job, JobContext } from './job.ts';

/** Work of the installation that comes again and again: of several processes one does it each time. */
export const scheduledTask = (lane: Job['lane'], everySeconds: number, run: (turn: JobContext) => Promise<unknown>): Job => ({
  lane,
  everySeconds,
  run: async (_, turn) => {
    await run(turn);
    // What was cut short goes on with the next process.
    return { nextAt: turn.services.now() + (turn.isEnding() ? 0 : everySeconds), fresh: true };
  },
});

/** Plans the chores among these jobs that are not planned yet: the first time they are due at once. */
export async function scheduleTasks({ pool, now }: Pick<AppServices, 'pool' | 'now'>, jobs: readonly Job[]): Promise<void> {
  for (const { lane, everySeconds, isDueAtStart } of jobs)
    if (everySeconds !== undefined)
      await scheduleJob(pool, lane.name, { now: now(), latest: now() + (isDueAtStart ? 0 : everySeconds) });
}

/** Milliseconds after which planning is tried again. */
const AGAIN_MS = 5_000;

/** The same; where tables are spread and the node of this work is away, once that answers. Gives what ends the trying. */
export async function scheduleTasksWhenReachable(
  services: Pick<AppServices, 'pool' | 'now'>,
  jobs: readonly Job[],
  log: Pick<Logger, 'warn' | 'error'>,
  againMs = AGAIN_MS,
): Promise<{ stop: () => void }> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const untold = (error: unknown) => log.error({ err: error }, 'work of the installation could not be planned');
  const plan = async (isFirst: boolean): Promise<void> => {
    try {
      await scheduleTasks(services, jobs);
    } catch (error) {
      if (!isSharded(services.pool) || !isConnectionLost(error)) throw error;
      if (isFirst) log.warn({ err: error }, 'work of the installation is planned once its node answers');
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
