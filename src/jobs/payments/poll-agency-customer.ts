import { settleJob } from '../../db/job-queue.ts';
import { findAgencyCustomer, updateAgencyCustomer } from '../../db/payments/agency.ts';
import { inTransaction } from '../../db/transaction.ts';
import { nextStandingAt, standingOf } from '../../domain/payments/agency/customer-status.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job } from '../../queue/job.ts';
import { realTimeOf } from '../../services/account/account-clock.ts';
import { agencyForAccount, type RunInTransaction } from '../../services/payments/agency/agency-for-account.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/**
 * Seconds before a customer is checked again whose account is no longer connected to the Urssaf.
 */
const DISCONNECTED_WAIT_SECONDS = 24 * 3_600;

/**
 * Asks the Urssaf for a customer's status until they have consented; then releases the requests
 * that waited for the consent.
 */
export const pollAgencyCustomer: Job = {
  lane: lanes.agency_customers,
  run: async (held, { services, chance, log }) => {
    const inTx: RunInTransaction = (work) =>
      inTransaction(services.pool, held, async (tx) => ({ commit: true, answer: await work(tx) }));
    const { customer, asked } = await inTx(async (tx) => ({
      customer: await findAgencyCustomer(tx, held.subjectId),
      asked: await agencyForAccount(await contextOf(services, tx, held.test), inTx),
    }));
    if (!customer) return {};
    // Reconnecting the account wakes the job earlier.
    if (!asked) return { nextAt: services.now() + DISCONNECTED_WAIT_SECONDS, fresh: true };
    const answered = await asked.agency.customer(customer.agencyId);
    if (!('ok' in answered)) {
      const reason =
        'away' in answered ? answered.away : 'refused' in answered ? answered.refused.code : 'keys refused';
      log.warn({ account: held.accountId, customer: held.subjectId, reason }, 'the agency does not respond');
      return retryAfterFailure(reason, { before: held.tried, now: services.now(), chance: chance() });
    }
    return inTransaction(services.pool, held, async (tx) => {
      const context = await contextOf(services, tx, held.test);
      const state = standingOf(answered.ok);
      updateAgencyCustomer(tx, customer, state, context);
      const nextAt = nextStandingAt({ ...customer, state }, context.now);
      const became = nextAt === undefined ? {} : { nextAt: realTimeOf(context, nextAt), fresh: true };
      return { commit: await settleJob(tx, held, became), answer: undefined };
    });
  },
};
