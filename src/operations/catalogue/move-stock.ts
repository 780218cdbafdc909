import { isUuid } from '../../contract/id.ts';
import { quantitiesOf } from '../../domain/catalogue/stock.ts';
import type { BillingDocument, Finalized } from '../../domain/document/document.ts';
import { kindRow } from '../../domain/document/kind.ts';
import { bringBackStock, type Moving, moveStock } from '../../store/stock.ts';
import type { Context } from '../operation.ts';

/**
 * Moves the stock that a finalization moves (docs/rules/catalogue.md): an invoice takes what its lines say, a credit note
 * brings it back. It sends and does not wait, and sends nothing for a document without products. `sibling` answers the
 * documents of the locked family; `whole` is the invoice that is canceled by this credit note: then all it took comes back.
 */
export function moveStockOf(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  document: Finalized,
  given: { relatives: readonly BillingDocument[]; whole?: BillingDocument | undefined },
): void {
  const { stock: sign } = kindRow(document.kind);
  if (sign === 0) return;
  const moves = [...quantitiesOf(given.whole ?? document)].flatMap(([productId, quantity]) =>
    isUuid(productId) ? [{ productId, moved: (sign * quantity) as typeof quantity }] : [],
  );
  if (moves.length === 0) return;
  const moving: Moving = { documentId: document.id, test: document.test, moves, now };
  if (sign < 0 || document.parentId === undefined) return moveStock(tx, moving);

  // Of an advance nothing comes back, for it took nothing.
  const { parentId } = document;
  const credits = given.relatives.filter((other) => other.parentId === parentId && other.id !== document.id);
  bringBackStock(tx, moving, [parentId, ...credits.map(({ id }) => id)]);
}
