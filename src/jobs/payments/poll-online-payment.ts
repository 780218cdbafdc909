import { type JobOutcome, type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { findSession } from '../../db/payments/payment-sessions.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Claim } from '../../domain/billing/document/document.ts';
import { isStillOwed } from '../../domain/payments/online-payment.ts';
import { nextLookAt, type PaymentSession, type ProviderRead } from '../../domain/payments/payment-session.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { bookSession } from '../../services/payments/online/book-session.ts';
import { contextOf, openProviderSession } from '../../services/payments/online/open-session.ts';
import { ProviderKeyRejected, ProviderUnavailable } from '../../services/payments/online/provider-client.ts';
import { providerOf } from '../../services/payments/online/providers.ts';

/**
 * Seconds before a session is checked again whose account is no longer connected to the provider:
 * it may be connected again.
 */
const DISCONNECTED_WAIT_SECONDS = 3_600;

/** Checks a customer's payment with its provider and books it, until its result is final. */
export const pollOnlinePayment: Job = {
  lane: lanes.online_payment,
  run: async (held, { services, chance, log }) => {
    try {
      return await followed(services, held);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderKeyRejected)) throw error;
      log.warn(
        { account: held.accountId, session: held.subjectId, reason: error.message },
        'a payment provider does not respond',
      );
      return retryAfterFailure(error.message, { before: held.tried, now: services.now(), chance: chance() });
    }
  },
};

async function followed(services: AppServices, held: LeasedJob): Promise<JobOutcome | undefined> {
  const begunAt = services.now();
  const begun = await inTransaction(services.pool, held, async (tx) => ({
    commit: false,
    answer: await findSession(tx, held.subjectId),
  }));
  // A session with a final result is not polled, even if woken.
  if (!begun || nextLookAt(begun, begunAt) === undefined) return {};
  const session = await openProviderSession(services, held, begun);
  const read = await readAtProvider(services, held, session);
  if (!read) return { nextAt: begunAt + DISCONNECTED_WAIT_SECONDS, fresh: true };
  return inTransaction(services.pool, held, async (tx) => {
    const now = services.now();
    const after = await bookSession(await contextOf(services, tx, session.test), session, read);
    // Woken while it was polled: poll again.
    const isWoken = after.wokenAt !== undefined && after.wokenAt > (session.wokenAt ?? 0) && after.wokenAt >= begunAt;
    const nextAt = isWoken ? now : nextLookAt(after, now);
    const stands = await settleJob(tx, held, { nextAt, fresh: true });
    return { commit: stands, answer: undefined };
  });
}

/**
 * The provider's status; a page on which payment is no longer allowed is closed first. Undefined if
 * the account is no longer connected to the provider.
 */
async function readAtProvider(
  services: AppServices,
  held: LeasedJob,
  session: PaymentSession,
): Promise<ProviderRead | undefined> {
  const known = await inTransaction(services.pool, held, async (tx) => {
    const context = await contextOf(services, tx, session.test);
    const [provider, found] = await Promise.all([
      providerOf(tx, session, context),
      loadDocumentGroup(context, session.documentId, documentLookups.any),
    ]);
    const document = 'refused' in found ? undefined : (found.asked.document as Claim);
    return { commit: false, answer: { provider, isOwed: isStillOwed(document, session) } };
  });
  if (!known.provider) return undefined;
  const read = await known.provider.read(session, services.now());
  if (read.state !== 'open' || known.isOwed) return read;
  await known.provider.close(session.providerId as string);
  const closed = await known.provider.read(session, services.now());
  return session.provider === 'stand_in' && closed.state === 'open' ? { ...closed, state: 'expired' } : closed;
}
