import { dueReminder, remindWhenDue } from '../deeds/billing/reminding/remind-when-due.ts';
import { contextOf } from '../deeds/payments/open-session.ts';
import { lanes } from '../domain/work/lane.ts';
import { settleJob } from '../store/jobs.ts';
import { inTransaction } from '../store/transaction.ts';
import type { Job } from './job.ts';

/**
 * Reminds the customer of a bill when that is due: its paper is set while no connection is held, then the bill is judged again under its
 * lock, and the mail written with what becomes of the job, or not at all.
 */
export const remindCustomers: Job = {
  lane: lanes.reminders,
  run: async (held, { world }) => {
    const due = await inTransaction(world.pool, held, async (tx) => {
      const found = await dueReminder(contextOf(world, tx, held.test), held.subjectId);
      if ('paper' in found) return { commit: true, answer: found };
      return { commit: await settleJob(tx, held, { nextAt: found.nextAt, fresh: true }), answer: undefined };
    });
    if (!due) return undefined;
    const { paper } = due;
    const made = 'make' in paper ? await paper.make() : undefined;
    return inTransaction(world.pool, held, async (tx) => {
      const { nextAt } = await remindWhenDue(contextOf(world, tx, held.test), held.subjectId, { paper, made });
      return { commit: await settleJob(tx, held, { nextAt, fresh: true }), answer: undefined };
    });
  },
};
