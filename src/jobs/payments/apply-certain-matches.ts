import { settingsOf } from '../../db/account/settings.ts';
import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Suggestion } from '../../domain/payments/matching/suggestion.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { applyTransaction } from '../../services/payments/matching/apply-transaction.ts';
import { suggestMatches } from '../../services/payments/matching/suggest-matches.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/** Transactions one turn applies; what is left waits for the next, so that others have theirs. */
const APPLIED_A_TURN = 25;

/**
 * Applies what is certain by itself, where the account allows: our number and exactly what is owed stand in the transaction. Each in a
 * transaction of its own, which says no where anybody was quicker; a worker that is killed leaves the rest to the next.
 */
export const applyCertainMatches: Job = {
  lane: lanes.bank_matches,
  run: async (held, { services }) => {
    const certain = await certainOf(services, held);
    let applied = 0;
    for (const suggestion of certain.slice(0, APPLIED_A_TURN))
      applied += (await apply(services, held, suggestion)) ? 1 : 0;
    // Where nothing could be applied, nothing would be the next time.
    const hasMore = certain.length > APPLIED_A_TURN && applied > 0;
    return inTransaction(services.pool, held, async (tx) => ({
      commit: await settleJob(tx, held, hasMore ? { nextAt: services.now(), fresh: true } : {}),
      answer: undefined,
    }));
  },
};

type Certain = Extract<Suggestion, { kind: 'documents' }>;

const certainOf = (services: AppServices, held: LeasedJob): Promise<readonly Certain[]> =>
  inTransaction(services.pool, held, async (tx) => {
    const { settings } = await settingsOf(tx);
    if (!settings.bankMatchedByItself) return { commit: false, answer: [] };
    const { suggestions } = await suggestMatches(tx, {});
    const certain = [...suggestions.values()].filter((each) => each.kind === 'documents' && each.isCertain);
    return { commit: false, answer: certain as Certain[] };
  });

const apply = (services: AppServices, held: LeasedJob, { transactionId, parts }: Certain): Promise<boolean> =>
  inTransaction(services.pool, held, async (tx) => {
    const documents = parts.map(({ documentId, amount }) => ({ id: documentId, amount }));
    const application = { documents, payments: [], payouts: [], byItself: true } as const;
    const no = await applyTransaction(await contextOf(services, tx, held.test), transactionId, application);
    return { commit: no === undefined, answer: no === undefined };
  });
