import {
  matchFacts,
  type OpenBankTransaction,
  type OpenTransactionCursor,
  openTransactions,
} from '../../../db/payments/match-candidates.ts';
import type { Tx } from '../../../db/transaction.ts';
import { suggestAll } from '../../../domain/payments/matching/suggest.ts';
import type { MatchFacts, Suggestion } from '../../../domain/payments/matching/suggestion.ts';

/** Transactions that are looked at together, the newest: so many take a tenth of a second. */
export const LOOKED_AT_MAX = 2_000;

export type Looked = {
  readonly transactions: readonly OpenBankTransaction[];
  readonly suggestions: ReadonlyMap<string, Suggestion>;
  readonly facts: MatchFacts;
};

/** What the newest transactions that are not explained may be, beginning after a place. */
export async function suggestMatches(
  tx: Tx,
  which: { after?: OpenTransactionCursor | undefined; id?: string | undefined },
): Promise<Looked> {
  const transactions = await openTransactions(tx, { ...which, limit: LOOKED_AT_MAX });
  const facts = await matchFacts(tx, transactions);
  return { transactions, suggestions: suggestAll(transactions, facts), facts };
}
