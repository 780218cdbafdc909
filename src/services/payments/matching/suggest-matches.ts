import {
  matchFacts,
  type OpenBankTransaction,
  type OpenTransactionCursor,
  openTransactions,
} from '../../../db/payments/match-candidates.ts';
import type { Tx } from '../../../db/transaction.ts';
import { suggestAll } from '../../../domain/payments/matching/suggest.ts';
import type { MatchFacts, Suggestion } from '../../../domain/payments/matching/suggestion.ts';

/** Newest transactions matched together: this many take a tenth of a second. */
export const LOOKED_AT_MAX = 2_000;

export type Looked = {
  readonly transactions: readonly OpenBankTransaction[];
  readonly suggestions: ReadonlyMap<string, Suggestion>;
  readonly facts: MatchFacts;
};

/** Suggestions for the newest unmatched transactions, starting after a cursor. */
export async function suggestMatches(
  tx: Tx,
  which: { after?: OpenTransactionCursor | undefined; id?: string | undefined },
): Promise<Looked> {
  const transactions = await openTransactions(tx, { ...which, limit: LOOKED_AT_MAX });
  const facts = await matchFacts(tx, transactions);
  return { transactions, suggestions: suggestAll(transactions, facts), facts };
}
