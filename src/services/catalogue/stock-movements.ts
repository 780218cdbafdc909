import type { Moving } from '../../db/catalogue/stock.ts';
import type { Finalized } from '../../domain/billing/document/document.ts';
import { stockMovesOf } from '../../domain/catalogue/stock.ts';
import { isUuid } from '../../schemas/fields/id.ts';

/**
 * The stock a finalization moves, ready to write; undefined for a document without products;
 * invalid product IDs are ignored. `now` is Unix seconds.
 */
export function stockMoved(
  document: Finalized,
  facts: Parameters<typeof stockMovesOf>[1],
  now: number,
): { moving: Moving; boundBy: readonly string[] | undefined } | undefined {
  const { moves: asked, boundBy } = stockMovesOf(document, facts);
  const moves = asked.filter(({ productId }) => isUuid(productId));
  if (moves.length === 0) return undefined;
  return { moving: { documentId: document.id, test: document.test, moves, now }, boundBy };
}
