import { type BillingDocument, hasLines } from '../billing/document/document.ts';
import { kindRow } from '../billing/document/kind.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';

/** How much there is of a stockable product, and in which of the two catalogues it stands. */
export type StockLevel = { readonly test: boolean; readonly stock: TenThousandths };

/** Stock by the id of the product, in lower case; only stockable products are in it. */
export type StockLevels = ReadonlyMap<string, StockLevel>;

/**
 * How much of each product the lines of a document come to, in ten-thousandths of a unit, by the id they name in lower
 * case: returns count against, and what comes to nothing is left out. The ids are as clients wrote them.
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

/** What a finalization does to the stock: of each product so many ten-thousandths of a unit, below zero what goes out. */
export type StockMoves = {
  readonly moves: readonly { readonly productId: string; readonly moved: TenThousandths }[];
  /**
   * What comes back of an invoice never passes what these documents moved of the product together: the invoice and the
   * credit notes finalized before. Absent where nothing bounds it.
   */
  readonly boundBy?: readonly string[];
};

/**
 * The stock that finalizing a document moves (docs/rules/catalogue.md): an invoice takes what its lines say, a credit note
 * brings it back. `relatives` is its document group; `whole` is the invoice this credit note cancels: then all it took comes back.
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
  // Of an advance nothing comes back, for it took nothing.
  const credits = relatives.filter((other) => other.parentId === parentId && other.id !== document.id);
  return { moves, boundBy: [parentId, ...credits.map(({ id }) => id)] };
}

/** Whether finalizing this draft now would take more of a product of its catalogue than there is. */
export const goesBelowZero = (document: BillingDocument, levels: StockLevels): boolean =>
  kindRow(document.kind).stock < 0 &&
  [...quantitiesOf(document)].some(([id, quantity]) => {
    const level = levels.get(id);
    return level?.test === document.test && quantity > 0 && level.stock < quantity;
  });
