import { settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { applyLateTimestamp, LATE_STAMP_LOOK_SECONDS } from '../../services/billing/signing/late-timestamp.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/**
 * Checks whether a signed file without a time stamp is recorded in a chain that was time-stamped
 * later; repeats until it is.
 */
export const confirmLateTimeStamps: Job = {
  lane: lanes.late_stamps,
  run: (held, { services }) =>
    inTransaction(services.pool, held, async (tx) => {
      const stampsSince = services.environment.stampsSince ?? (async () => []);
      const isDone = await applyLateTimestamp(await contextOf(services, tx, held.test), held.subjectId, stampsSince);
      const became = isDone ? {} : { nextAt: services.now() + LATE_STAMP_LOOK_SECONDS, fresh: true };
      return { commit: await settleJob(tx, held, became), answer: undefined };
    }),
};
