import { assignEventPositions } from '../../db/events/events.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';

/** Events that are placed together: so long whoever tells something of the account waits. */
const PLACED_AT_ONCE = 500;

/** Gives places in the feed to what happened by the thousands at once, as an import does: until then it is not read. */
export const assignFeedPositions: Job = {
  lane: lanes.feed_places,
  run: async (held, { services, isEnding, signal }) => {
    while (!isEnding() && !signal.aborted) {
      const placed = await inTransaction(services.pool, held, async (tx) => ({
        commit: true,
        answer: await assignEventPositions(tx, held.test, PLACED_AT_ONCE),
      }));
      if (placed < PLACED_AT_ONCE) return {};
    }
    return { nextAt: services.now(), fresh: true };
  },
};
