import type { World } from '../deeds/world.ts';
import { planJob } from '../store/jobs.ts';
import type { Job, Turn } from './job.ts';

/** Work of the installation that comes again and again: of several processes one does it each time. */
export const chore = (lane: Job['lane'], everySeconds: number, run: (turn: Turn) => Promise<unknown>): Job => ({
  lane,
  everySeconds,
  run: async (_, turn) => {
    await run(turn);
    // What was cut short goes on with the next process.
    return { nextAt: turn.world.now() + (turn.isEnding() ? 0 : everySeconds), fresh: true };
  },
});

/** Plans the chores among these jobs that are not planned yet: the first time they are due at once. */
export async function planChores({ pool, now }: Pick<World, 'pool' | 'now'>, jobs: readonly Job[]): Promise<void> {
  for (const { lane, everySeconds, isDueAtStart } of jobs)
    if (everySeconds !== undefined)
      await planJob(pool, lane.name, { now: now(), latest: now() + (isDueAtStart ? 0 : everySeconds) });
}
