import { type Moving, stockLevels } from '../../db/catalogue/stock.ts';
import type { BillingDocument, Finalized } from '../../domain/billing/document/document.ts';
import { kindRow } from '../../domain/billing/document/kind.ts';
import { quantitiesOf, type StockLevels, stockMovesOf } from '../../domain/catalogue/stock.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Context } from '../context.ts';

/**
 * The stock that the drafts among these documents would move, in one query; undefined, without a
 * query, if there is none: only such drafts show stock warnings.
 */
export async function stockForDrafts(
  { tx }: Pick<Context, 'tx'>,
  documents: Iterable<BillingDocument>,
): Promise<StockLevels | undefined> {
  const ids = new Set<string>();
  for (const document of documents) {
    if (document.sealed || kindRow(document.kind).stock >= 0) continue;
    for (const id of quantitiesOf(document).keys()) if (isUuid(id)) ids.add(id);
  }
  return ids.size === 0 ? undefined : stockLevels(tx, [...ids]);
}

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
