import { settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { realTimeOf } from '../../services/account/account-clock.ts';
import { recordDuePurchase } from '../../services/books/recurring-purchases.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/** Records due purchases: one per turn, in the transaction that schedules the next. */
export const recordRecurringPurchases: Job = {
  lane: lanes.recurring_purchases,
  run: (held, { services }) =>
    inTransaction(services.pool, held, async (tx) => {
      const context = await contextOf(services, tx, held.test);
      const { nextAt } = await recordDuePurchase(context, held.subjectId);
      const became = nextAt === undefined ? {} : { nextAt: realTimeOf(context, nextAt), fresh: true };
      return { commit: await settleJob(tx, held, became), answer: undefined };
    }),
};
