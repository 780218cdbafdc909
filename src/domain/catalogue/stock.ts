import { type BillingDocument, hasLines } from '../billing/document/document.ts';
import { kindRow } from '../billing/document/kind.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';

/** The stock of a stockable product, and the catalogue it belongs to (live or test). */
export type StockLevel = { readonly test: boolean; readonly stock: TenThousandths };

/** Stock by product id in lower case; only stockable products. */
export type StockLevels = ReadonlyMap<string, StockLevel>;

/**
 * The quantity of each product on a document's lines, in ten-thousandths of a unit, by lower-case
 * id: returns are subtracted, and products that add up to zero are left out. The ids are as sent by
 * clients.
 */
export function quantitiesOf(document: BillingDocument): ReadonlyMap<string, TenThousandths> {
  const quantities = new Map<string, TenThousandths>();
  if (!hasLines(document)) return quantities;
  for (const { productId, quantity, stockQuantity = quantity } of document.content.lines) {
    if (productId === undefined) continue;
    const id = productId.toLowerCase();
    quantities.set(id, ((quantities.get(id) ?? 0) + stockQuantity) as TenThousandths);
  }
  return new Map([...quantities].filter(([, quantity]) => quantity !== 0));
}

/**
 * The stock changes of a finalization: ten-thousandths of a unit per product, negative when stock
 * decreases.
 */
export type StockMoves = {
  readonly moves: readonly { readonly productId: string; readonly moved: TenThousandths }[];
  /**
   * The stock returned is limited to what these documents moved of the product in total: the
   * invoice and its earlier credit notes. Absent without a limit.
   */
  readonly boundBy?: readonly string[];
};

/**
 * The stock changes of finalizing a document (docs/rules/catalogue.md): an invoice takes the
 * quantities of its lines, a credit note returns them. `relatives` is its document group. `whole`
 * is the invoice this credit note cancels: then everything it took is returned.
 */
export function stockMovesOf(
  document: BillingDocument,
  { relatives, whole }: { relatives: readonly BillingDocument[]; whole?: BillingDocument | undefined },
): StockMoves {
  const { stock: sign } = kindRow(document.kind);
  if (sign === 0) return { moves: [] };
  const moves = [...quantitiesOf(whole ?? document)].map(([productId, quantity]) => ({
    productId,
    moved: (sign * quantity) as TenThousandths,
  }));
  const { parentId } = document;
  if (sign < 0 || parentId === undefined) return { moves };
  // An advance takes no stock, so nothing is returned.
  const credits = relatives.filter((other) => other.parentId === parentId && other.id !== document.id);
  return { moves, boundBy: [parentId, ...credits.map(({ id }) => id)] };
}

/** Whether finalizing this draft now would take more of a product than is in stock. */
export const goesBelowZero = (document: BillingDocument, levels: StockLevels): boolean =>
  kindRow(document.kind).stock < 0 &&
  [...quantitiesOf(document)].some(([id, quantity]) => {
    const level = levels.get(id);
    return level?.test === document.test && quantity > 0 && level.stock < quantity;
  });
