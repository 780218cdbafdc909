import { type BillingDocument, hasLines } from '../document/document.ts';
import { kindRow } from '../document/kind.ts';
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

/** Whether finalizing this draft now would take more of a product of its catalogue than there is. */
export const goesBelowZero = (document: BillingDocument, levels: StockLevels): boolean =>
  kindRow(document.kind).stock < 0 &&
  [...quantitiesOf(document)].some(([id, quantity]) => {
    const level = levels.get(id);
    return level?.test === document.test && quantity > 0 && level.stock < quantity;
  });
