import { type JobOutcome, settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { type AccountClock, realTimeOf } from '../../services/account/account-clock.ts';
import { dueReminder, remindWhenDue } from '../../services/billing/reminders/remind-when-due.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/**
 * Sends a due payment reminder. The PDF is rendered without holding a connection; then the invoice
 * is locked and checked again, and the mail is written when the job is settled, or not at all.
 */
export const sendReminders: Job = {
  lane: lanes.reminders,
  run: async (held, { services }) => {
    const due = await inTransaction(services.pool, held, async (tx) => {
      const context = await contextOf(services, tx, held.test);
      const found = await dueReminder(context, held.subjectId);
      if ('paper' in found) return { commit: true, answer: found };
      return { commit: await settleJob(tx, held, again(context, found)), answer: undefined };
    });
    if (!due) return undefined;
    const { paper } = due;
    const made = 'make' in paper ? await paper.make() : undefined;
    return inTransaction(services.pool, held, async (tx) => {
      const context = await contextOf(services, tx, held.test);
      const reminded = await remindWhenDue(context, held.subjectId, { paper, made });
      return { commit: await settleJob(tx, held, again(context, reminded)), answer: undefined };
    });
  },
};

/** Uses the account's clock. */
const again = (clock: AccountClock, { nextAt }: { readonly nextAt?: number }): JobOutcome =>
  nextAt === undefined ? {} : { nextAt: realTimeOf(clock, nextAt), fresh: true };
