import { settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { stateCollected as stateCollectedOf } from '../../services/einvoicing/state-collected.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/** States what was collected of a document that a platform accepted, after a payment changed. */
export const stateCollected: Job = {
  lane: lanes.platform_collected,
  run: async (held, { services }) =>
    inTransaction(services.pool, held, async (tx) => {
      await stateCollectedOf(await contextOf(services, tx, held.test), held.subjectId);
      return { commit: await settleJob(tx, held, {}), answer: undefined };
    }),
};
