import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { signedFileOf, storeAndSendSigned } from '../../services/billing/signing/send-signed-file.ts';
import type { Context } from '../../services/context.ts';

/** Actor in the audit chain. */
const ACTOR = 'service';

/**
 * Creates the signed PDF of a document after its signature, stores it and sends it to both parties
 * when the job is settled, or not at all. If the process is killed the next one continues. A time
 * stamping failure is logged, and the PDF goes without a stamp.
 */
export const sendSignedCopies: Job = {
  lane: lanes.signed_copies,
  run: async (held, { services, log }) => {
    const file = await within(services, held, (context) => signedFileOf(context, held.subjectId));
    if (!file) return {};
    const made = await file.make();
    const stamp = file.stamp();
    if (stamp && 'failure' in stamp)
      log.warn(
        { account: held.accountId, procedure: held.subjectId, reason: stamp.failure },
        'a signed PDF has no time stamp: the time stamping authority failed',
      );
    await inTransaction(services.pool, held, async (tx) => {
      await storeAndSendSigned(await contextOf(services, held, tx), held.subjectId, { file, made });
      return { commit: await settleJob(tx, held, {}), answer: undefined };
    });
    return undefined;
  },
};

const within = <T>(services: AppServices, held: LeasedJob, work: (context: Context) => Promise<T>): Promise<T> =>
  inTransaction(services.pool, held, async (tx) => ({
    commit: true,
    answer: await work(await contextOf(services, held, tx)),
  }));

const contextOf = async (
  { environment, now, newId }: AppServices,
  { accountId, test }: LeasedJob,
  tx: Tx,
): Promise<Context> => ({
  ...environment,
  ...{ tx, accountId, test, actor: ACTOR, scopes: [], newId, language: 'fr' },
  ...(await clockIn(now, tx, test)),
});
