import { isUuid } from '../../contract/id.ts';
import { stockMovesOf } from '../../domain/catalogue/stock.ts';
import type { Finalized } from '../../domain/document/document.ts';
import { bringBackStock, type Moving, moveStock } from '../../store/stock.ts';
import type { Context } from '../operation.ts';

/**
 * Moves the stock that a finalization moves. It sends and does not wait, and sends nothing for a document without
 * products: what was written as the id of one and can be none is no product.
 */
export function moveStockOf(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  document: Finalized,
  given: Parameters<typeof stockMovesOf>[1],
): void {
  const { moves: asked, boundBy } = stockMovesOf(document, given);
  const moves = asked.filter(({ productId }) => isUuid(productId));
  if (moves.length === 0) return;
  const moving: Moving = { documentId: document.id, test: document.test, moves, now };
  if (boundBy) bringBackStock(tx, moving, boundBy);
  else moveStock(tx, moving);
}
