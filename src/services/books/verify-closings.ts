import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { closingsOfSpan, type StoredClosing, textOfClosing } from '../../db/books/closings.ts';
import type { Tx } from '../../db/transaction.ts';
import { FIRST_DAY, LAST_DAY } from './book-movements.ts';
import { closedPurchaseTexts, closedReceiptTexts, closedTripTexts, digestOfLines } from './closed-lines.ts';

/** A part of a closing that does not match its digest. */
export type ClosingFault = {
  readonly closing: StoredClosing;
  readonly part: 'closing' | 'chain' | 'receipts' | 'purchases' | 'mileage';
};

/** Computes the digests of all closings of the caller’s mode again, from their lines. */
export async function verifyClosings(
  tx: Tx,
): Promise<{ readonly closings: number; readonly lines: number; readonly faults: readonly ClosingFault[] }> {
  const closings = await closingsOfSpan(tx, { from: FIRST_DAY, to: LAST_DAY });
  const faults: ClosingFault[] = [];
  let lines = 0;
  for (const [place, closing] of closings.entries()) {
    const { sha256, ...content } = closing;
    if (sha256Hex(textOfClosing(content)) !== sha256) faults.push({ closing, part: 'closing' });
    if (closing.previous !== closings[place - 1]?.sha256) faults.push({ closing, part: 'chain' });
    const receipts = await digestOfLines(closedReceiptTexts(tx, closing));
    const purchases = await digestOfLines(closedPurchaseTexts(tx, closing));
    if (receipts.sha256 !== closing.receipts.sha256) faults.push({ closing, part: 'receipts' });
    if (purchases.sha256 !== closing.purchases.sha256) faults.push({ closing, part: 'purchases' });
    const mileage = await digestOfLines(closedTripTexts(tx, closing));
    if (
      mileage.count !== (closing.mileage?.count ?? 0) ||
      (closing.mileage && mileage.sha256 !== closing.mileage.sha256)
    )
      faults.push({ closing, part: 'mileage' });
    lines += receipts.count + purchases.count + mileage.count;
  }
  return { closings: closings.length, lines, faults };
}
