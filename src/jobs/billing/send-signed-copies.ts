import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { signedFileOf, storeAndSendSigned } from '../../services/billing/signing/send-signed-file.ts';
import type { Context } from '../../services/context.ts';

/** Who makes the file, in the audit chain. */
const ACTOR = 'service';

/**
 * Makes the signed file of a document once it was signed, keeps it, and sends it to both: with the end of the job, or not at all. A process
 * that is killed meanwhile leaves it to the next. An authority that does not stamp it costs the stamp alone, and is told.
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
        'no authority stamped a signed file: it is sealed without a time stamp',
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
