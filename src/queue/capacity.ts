import type { QueueCursor } from '../db/job-queue.ts';
import type { ConcurrencyLimits } from '../domain/queue/queues.ts';
import type { Job } from './job.ts';

/** The shares of a lane that are well, or those that nothing reaches: each with places of their own. */
export type Track = {
  readonly job: Job;
  readonly troubled: boolean;
  readonly places: ConcurrencyLimits;
  underWay: number;
  /** Something may be due. */
  stirred: boolean;
  /** Where the last claim ended for want of room: the next goes on behind it. */
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

/** How many more jobs may begin on a track. */
export const freeSlots = ({ places, underWay }: Track): number => Math.max(0, places.inAll - underWay);

/** Whether something may be due on a track that has room for it. */
export const isAsking = (track: Track): boolean => track.stirred && freeSlots(track) > 0;

/** Holds a place of a track free of work for some milliseconds; the process may end meanwhile. */
export function rest(track: Track, ms: number, then: () => void): void {
  track.underWay += 1;
  setTimeout(() => {
    track.underWay -= 1;
    then();
  }, ms).unref();
}

/** The tracks to claim on now; they ask no more until they are stirred again. */
export function takeWaitingTracks(tracks: readonly Track[]): Track[] {
  const asking = tracks.filter(isAsking);
  for (const track of asking) track.stirred = false;
  return asking;
}
