import type { Logger } from 'pino';
import type { World } from '../deeds/world.ts';
import { type JobName, renewJobs } from '../store/jobs.ts';
import type { Entry } from './under-way.ts';

/** Milliseconds between two looks at how long what is under way is held yet. */
const LOOK_MS = 500;

/**
 * Holds on what takes longer than its lease, until stopped: once half of the lease is over it begins anew. A run whose job
 * was taken over by another process is told to end; whatever it still writes is not taken.
 */
export function keepHeld(world: World, log: Logger, underWay: () => readonly Entry[]): { stop: () => Promise<void> } {
  let renewing: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const now = world.now();
    const short = underWay().filter(({ heldUntil, job }) => heldUntil - now < job.lane.leaseSeconds / 2);
    for (const [leaseSeconds, entries] of Map.groupBy(short, ({ job }) => job.lane.leaseSeconds)) {
      const held = entries.map((entry) => entry.held);
      const still = new Set((await renewJobs(world.pool, held, { now, leaseSeconds })).map(nameOf));
      for (const entry of entries) {
        if (still.has(nameOf(entry.held))) entry.heldUntil = now + leaseSeconds;
        else if (underWay().includes(entry)) entry.end(new Error('another process has taken it over'));
      }
    }
  };
  const timer = setInterval(() => {
    // One at a time: where the database does not answer, each would wait on a connection of its own.
    renewing ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs under way could not be held on'))
      .finally(() => {
        renewing = undefined;
      });
  }, LOOK_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}

const nameOf = ({ accountId, subjectId, lane, shareId, test }: JobName): string =>
  [accountId, subjectId, lane, shareId, test].join(' ');
