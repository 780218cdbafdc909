import { type JobOutcome, type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { PAYOUT_LOOK_SECONDS } from '../../domain/payments/payout.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';
import { ProviderKeyRejected, ProviderUnavailable } from '../../services/payments/online/provider-client.ts';
import { payOutTests, payoutsToAsk, storePayouts } from '../../services/payments/online/store-payouts.ts';

/**
 * Regularly stores the provider's payouts to the account's bank; in test mode those of the
 * simulated provider.
 */
export const fetchPayouts: Job = {
  lane: lanes.payouts,
  run: async (held, { services, chance, log }) => {
    try {
      return await (held.test ? paidOutTests(services, held) : fetched(services, held));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderKeyRejected)) throw error;
      log.warn({ account: held.accountId, reason: error.message }, 'a payment provider does not respond');
      return retryAfterFailure(error.message, { before: held.tried, now: services.now(), chance: chance() });
    }
  },
};

async function fetched(services: AppServices, held: LeasedJob): Promise<JobOutcome | undefined> {
  const asking = await inTransaction(services.pool, held, async (tx) => ({
    commit: false,
    answer: await payoutsToAsk(await contextOf(services, tx, false)),
  }));
  // Connecting a provider wakes the job.
  if (!asking) return {};
  const payouts = await asking.ask();
  return inTransaction(services.pool, held, async (tx) => {
    await storePayouts(await contextOf(services, tx, false), asking.name, payouts);
    const nextAt = services.now() + PAYOUT_LOOK_SECONDS;
    return { commit: await settleJob(tx, held, { nextAt, fresh: true }), answer: undefined };
  });
}

const paidOutTests = (services: AppServices, held: LeasedJob): Promise<undefined> =>
  inTransaction(services.pool, held, async (tx) => {
    // Settle first: a payment booked meanwhile waits for this transaction and wakes the job again.
    const stands = await settleJob(tx, held, {});
    if (stands) await payOutTests(await contextOf(services, tx, true));
    return { commit: stands, answer: undefined };
  });
