import { setTimeout as wait } from 'node:timers/promises';
import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes, type TIME_LANES } from '../../domain/queue/queues.ts';
import type { Job, JobContext } from '../../queue/job.ts';
import { failed, settleInOwnTransaction } from '../../queue/run-job.ts';
import { clearClockCache } from '../../services/account/account-clock.ts';
import { advanceClockStep } from '../../services/account/move-test-clock.ts';
import { createRecurringInvoices } from '../billing/create-recurring-invoice.ts';
import { mailRecurringInvoices } from '../billing/mail-recurring-invoice.ts';
import { sendReminders } from '../billing/send-reminder.ts';
import { recordRecurringPurchases } from '../books/record-recurring-purchases.ts';

/** Steps per turn, before other accounts get theirs. */
const STEPS_AT_ONCE = 200;
/** Milliseconds between polls while another process works on the due jobs. */
const WAIT_MS = 25;

/** Jobs that depend on an account's clock, by queue. */
const timeJobs: Record<(typeof TIME_LANES)[number], Job> = {
  recurrences: createRecurringInvoices,
  recurring_mails: mailRecurringInvoices,
  recurring_purchases: recordRecurringPurchases,
  reminders: sendReminders,
};

/**
 * Moves an account's test clock to its target, from one due job to the next: each is finished
 * before the clock moves on, as if the days had passed. If the process is killed, the next one
 * continues from there.
 */
export const moveTestClock: Job = {
  lane: lanes.test_clock,
  run: async (held, turn) => {
    for (let step = 0; step < STEPS_AT_ONCE && !turn.isEnding() && !turn.signal.aborted; step++) {
      const moved = await inTransaction(turn.services.pool, held, async (tx) => {
        const answer = await advanceClockStep(tx, turn.services.now());
        const stands = answer.is !== 'there' || (await settleJob(tx, held, {}));
        return { commit: stands, answer };
      });
      clearClockCache(turn.services, held.accountId);
      if (moved.is === 'there') return undefined;
      if (moved.is === 'due') await work(moved.held, turn);
      else await wait(WAIT_MS);
    }
    return { nextAt: turn.services.now(), fresh: true };
  },
};

/** Runs due jobs the way the worker of their queue does. */
async function work(held: LeasedJob, turn: JobContext): Promise<void> {
  const job = timeJobs[held.lane as keyof typeof timeJobs];
  const became = await job.run(held, turn).catch((error: unknown) => failed(held, error, turn));
  if (became) await settleInOwnTransaction(turn, held, became);
}
