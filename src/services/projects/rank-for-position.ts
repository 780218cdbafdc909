import { neighboursOf, type Order, rerank } from '../../db/projects/ranks.ts';
import type { Tx } from '../../db/transaction.ts';
import { RANK_MAX, type Rank, rankBetween } from '../../domain/projects/rank.ts';

/**
 * The rank of a position in a locked order: after or before the item `at`, first for null, last
 * for undefined. `itself` is the item to move; if it is already there it keeps its rank. If ranks
 * have become too long, the whole order is reranked.
 */
export async function rankAt(
  tx: Tx,
  order: Order,
  at: Rank | null | undefined,
  itself?: { readonly id: string; readonly rank: Rank },
): Promise<Rank> {
  const { before, after } = await neighboursOf(tx, order, at, itself?.id);
  if (itself && (before === undefined || before < itself.rank) && (after === undefined || itself.rank < after))
    return itself.rank;
  const rank = rankBetween(before, after);
  if (rank.length <= RANK_MAX) return rank;
  const dealt = await rerank(tx, order, { ...(before && { before }) }, itself?.id);
  return rankBetween(dealt.before, dealt.after);
}
