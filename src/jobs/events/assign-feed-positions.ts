import { assignEventPositions } from '../../db/events/events.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';

/** Events positioned together, while other writers of the account wait. */
const PLACED_AT_ONCE = 500;

/**
 * Assigns feed positions to events created by the thousand, for instance by an import; until then
 * the feed does not show them.
 */
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
