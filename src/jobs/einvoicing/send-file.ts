import {
  notePlatformFailure,
  type StoredConnection,
  storeCapabilities,
} from '../../db/einvoicing/platform-connections.ts';
import type { JobOutcome, LeasedJob } from '../../db/job-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { Context } from '../../services/context.ts';
import type { Answered } from '../../services/einvoicing/call-platform.ts';
import { type FlowToSend, withoutRule } from '../../services/einvoicing/flow-service.ts';
import { failureOf, platformOf } from '../../services/einvoicing/platform-of-account.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/** Seconds before a file is tried again whose account has no connection any more. */
export const DISCONNECTED_WAIT_SECONDS = 24 * 3_600;

type Sending = {
  readonly services: AppServices;
  readonly held: LeasedJob;
  readonly connection: StoredConnection;
};

/**
 * Hands a file to a platform and returns the platform's ID of it. `isAgain`: an earlier attempt may
 * have arrived, so it is looked up by its ID first.
 */
export async function sendFile(
  { services, held, connection }: Sending,
  { flow, isAgain }: { readonly flow: FlowToSend; readonly isAgain: boolean },
): Promise<Answered<string>> {
  const platform = platformOf(connection, services.environment);
  if (isAgain) {
    const known = await platform.search({ trackingId: flow.trackingId });
    if (!('ok' in known)) return 'refused' in known ? { away: known.refused.said } : known;
    const there = known.ok.flows.find(({ trackingId }) => trackingId === flow.trackingId);
    if (there) return { ok: there.flowId };
  }
  const sent = withoutRule(flow, connection.capabilities);
  const answered = await platform.send(sent);
  const isRuleSuspect =
    'refused' in answered &&
    [400, 501].includes(answered.refused.status) &&
    sent.processingRule &&
    connection.capabilities.processingRule === undefined;
  if (!isRuleSuspect) return judged(answered);
  const again = await platform.send(withoutRule(flow, { processingRule: false }));
  if ('ok' in again)
    await inAccount(services, held, async ({ tx }) =>
      storeCapabilities(tx, connection.id, { ...connection.capabilities, processingRule: false }),
    );
  return 'ok' in again ? again : judged(answered);
}

/** Statuses that are about the address or the platform, never about a file: it is tried again. */
const NOT_ABOUT_THE_FILE: ReadonlySet<number> = new Set([404, 501]);

const judged = (answered: Answered<string>): Answered<string> =>
  'refused' in answered && NOT_ABOUT_THE_FILE.has(answered.refused.status)
    ? { away: `${answered.refused.status} ${answered.refused.said}` }
    : answered;

/** Stores on the connection why the platform did not answer, and says when to try again. */
export async function retryLater(
  { services, held, connection }: Sending,
  answered: Exclude<Answered<string>, { ok: string }>,
  { chance, log }: Pick<Parameters<Job['run']>[1], 'chance' | 'log'>,
): Promise<JobOutcome> {
  const failure = failureOf(answered, services.now());
  log.warn({ account: held.accountId, subject: held.subjectId, reason: failure.said }, 'the platform does not respond');
  await inAccount(services, held, async ({ tx }) => notePlatformFailure(tx, connection.id, failure));
  const retry = retryAfterFailure(failure.said, { before: held.tried, now: services.now(), chance: chance() });
  const asked = 'away' in answered ? (answered.retryAfterSeconds ?? 0) : 0;
  return { ...retry, nextAt: Math.max(retry.nextAt, services.now() + asked) };
}

/** Works in a transaction of the job's account, and commits. */
export const inAccount = <T>(
  services: AppServices,
  held: LeasedJob,
  work: (context: Context) => Promise<T>,
): Promise<T> =>
  inTransaction(services.pool, held, async (tx: Tx) => ({
    commit: true,
    answer: await work(await contextOf(services, tx, held.test)),
  }));
