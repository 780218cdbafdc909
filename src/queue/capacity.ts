import type { QueueCursor } from '../db/job-queue.ts';
import type { ConcurrencyLimits } from '../domain/queue/queues.ts';
import type { Job } from './job.ts';

/**
 * Concurrency keys of a queue, split into healthy and failing ones, each track with its own slots.
 */
export type Track = {
  readonly job: Job;
  readonly troubled: boolean;
  readonly places: ConcurrencyLimits;
  underWay: number;
  /** Jobs may be due. */
  stirred: boolean;
  /** Where the last claim ended because slots ran out; the next one continues there. */
  past: QueueCursor | undefined;
};

/** The tracks of every job. */
export const capacityOf = (jobs: readonly Job[]): Track[] =>
  jobs.flatMap((job) => {
    const track = (places: ConcurrencyLimits, troubled: boolean): Track => ({
      ...{ job, troubled, places },
      ...{ underWay: 0, stirred: true, past: undefined },
    });
    const { places, troubled } = job.lane;
    return troubled ? [track(places, false), track(troubled, true)] : [track(places, false)];
  });

/** Number of free slots on a track. */
export const freeSlots = ({ places, underWay }: Track): number => Math.max(0, places.inAll - underWay);

/** Whether a track may have due jobs and has free slots. */
export const isAsking = (track: Track): boolean => track.stirred && freeSlots(track) > 0;

/** Blocks one slot of a track for some milliseconds, without keeping the process alive. */
export function rest(track: Track, ms: number, then: () => void): void {
  track.underWay += 1;
  setTimeout(() => {
    track.underWay -= 1;
    then();
  }, ms).unref();
}

/** Returns the tracks to claim on now and clears their flag. */
export function takeWaitingTracks(tracks: readonly Track[]): Track[] {
  const asking = tracks.filter(isAsking);
  for (const track of asking) track.stirred = false;
  return asking;
}
