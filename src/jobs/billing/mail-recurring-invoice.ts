import { type JobOutcome, type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { recurringMailOf } from '../../services/billing/recurring/mail-occurrence.ts';
import type { Context } from '../../services/context.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/**
 * Mails an automatically created invoice. The PDF is rendered without holding a connection; the
 * mail is written when the job is settled, or not at all. Waits if the account has reached its mail
 * limit.
 */
export const mailRecurringInvoices: Job = {
  lane: lanes.recurring_mails,
  run: async (held, { services, chance }) => {
    const mail = await within(services, held, (context) => recurringMailOf(context, held.subjectId));
    if (!mail) return {};
    const made = 'make' in mail.paper ? await mail.paper.make() : undefined;
    return inTransaction(services.pool, held, async (tx) => {
      const sent = await mail.send(await contextOf(services, tx, held.test), made);
      const became: JobOutcome = sent.isLater
        ? retryAfterFailure('the mail limit of the account is reached', {
            before: held.tried,
            now: services.now(),
            chance: chance(),
          })
        : {};
      return { commit: await settleJob(tx, held, became), answer: undefined };
    });
  },
};

const within = <T>(services: AppServices, held: LeasedJob, work: (context: Context) => Promise<T>): Promise<T> =>
  inTransaction(services.pool, held, async (tx) => ({
    commit: true,
    answer: await work(await contextOf(services, tx, held.test)),
  }));
