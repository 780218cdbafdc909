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

/** Maximum transactions per turn; the rest waits, so that other accounts get a turn. */
const APPLIED_A_TURN = 25;

/**
 * Applies certain matches automatically if the account allows it: the bank transaction contains our
 * number and exactly the amount due. Each in its own transaction, which refuses if someone was
 * faster; if the process is killed the next one continues.
 */
export const applyCertainMatches: Job = {
  lane: lanes.bank_matches,
  run: async (held, { services }) => {
    const certain = await certainOf(services, held);
    let applied = 0;
    for (const suggestion of certain.slice(0, APPLIED_A_TURN))
      applied += (await apply(services, held, suggestion)) ? 1 : 0;
    // If none could be applied, the next turn would not apply any either.
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
