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

/** Steps of one turn: then other accounts have theirs. */
const STEPS_AT_ONCE = 200;
/** Milliseconds between two looks where somebody else is at what is due. */
const WAIT_MS = 25;

/** What waits for a time of its account, by its lane. */
const timeJobs: Record<(typeof TIME_LANES)[number], Job> = {
  recurrences: createRecurringInvoices,
  recurring_mails: mailRecurringInvoices,
  reminders: sendReminders,
};

/**
 * Moves the test clock of an account to where it was sent, from one thing that is due to the next: each is done before the clock goes on,
 * as if the days had gone by. Whoever is killed on the way leaves it to the next, who goes on from there.
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

/** Does what is due as whoever works off its lane does. */
async function work(held: LeasedJob, turn: JobContext): Promise<void> {
  const job = timeJobs[held.lane as keyof typeof timeJobs];
  const became = await job.run(held, turn).catch((error: unknown) => failed(held, error, turn));
  if (became) await settleInOwnTransaction(turn, held, became);
}
