import { type JobOutcome, type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { PAYOUT_LOOK_SECONDS } from '../../domain/payments/payout.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-after-failure.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';
import { ProviderKeyRejected, ProviderUnavailable } from '../../services/payments/online/provider-client.ts';
import { payOutTests, payoutsToAsk, storePayouts } from '../../services/payments/online/store-payouts.ts';

/** Keeps what the provider of an account paid out to its bank, again and again; of tests, what the stand-in would. */
export const fetchPayouts: Job = {
  lane: lanes.payouts,
  run: async (held, { services, chance, log }) => {
    try {
      return await (held.test ? paidOutTests(services, held) : fetched(services, held));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderKeyRejected)) throw error;
      log.warn({ account: held.accountId, reason: error.message }, 'a payment provider is away');
      return retryAfterFailure(error.message, { before: held.tried, now: services.now(), chance: chance() });
    }
  },
};

async function fetched(services: AppServices, held: LeasedJob): Promise<JobOutcome | undefined> {
  const asking = await inTransaction(services.pool, held, async (tx) => ({
    commit: false,
    answer: await payoutsToAsk(await contextOf(services, tx, false)),
  }));
  // Whoever connects a provider has it looked at again.
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
    // Settled first: who books a payment now waits, and has it looked at again.
    const stands = await settleJob(tx, held, {});
    if (stands) await payOutTests(await contextOf(services, tx, true));
    return { commit: stands, answer: undefined };
  });
