import { settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { realTimeOf } from '../../services/account/account-clock.ts';
import { makeOccurrence } from '../../services/billing/recurring/create-occurrence.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/** Creates due recurring invoices: one per turn, in the transaction that schedules the next. */
export const createRecurringInvoices: Job = {
  lane: lanes.recurrences,
  run: (held, { services }) =>
    inTransaction(services.pool, held, async (tx) => {
      const context = await contextOf(services, tx, held.test);
      const { nextAt } = await makeOccurrence(context, held.subjectId);
      const became = nextAt === undefined ? {} : { nextAt: realTimeOf(context, nextAt), fresh: true };
      return { commit: await settleJob(tx, held, became), answer: undefined };
    }),
};
