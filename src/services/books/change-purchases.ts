import { findPurchase, type KeptPurchase, lockPurchases } from '../../db/books/purchases.ts';
import { changedFacts, type PurchaseChange } from '../../domain/books/purchase.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import type { Context } from '../context.ts';
import { publishPurchases } from './publish-purchase-events.ts';
import { linesOf, takeBackPurchase } from './record-purchase.ts';

type Changed = { readonly changed: number; readonly unchanged: number };

/**
 * Gives lines a nature or a means of payment: each is taken back and replaced, one after the other
 * in this transaction. A refusal of one line refuses all.
 */
export async function changePurchases(
  context: Pick<Context, 'tx' | 'objects' | 'now' | 'newId' | 'quotas'>,
  ids: readonly string[],
  change: PurchaseChange,
): Promise<
  | Changed
  | Refused<'purchase_not_found' | 'purchase_corrected' | 'purchase_is_counter_entry' | 'purchase_not_replaceable'>
> {
  await lockPurchases(context.tx);
  let [changed, unchanged] = [0, 0];
  const added: KeptPurchase[] = [];
  for (const purchaseId of new Set(ids)) {
    const line = await findPurchase(context.tx, purchaseId);
    if (!line) return { refused: 'purchase_not_found', purchaseId };
    const facts = changedFacts(line, change);
    const isSo = facts.nature === line.nature && facts.method === line.method;
    if (isSo && !line.isCorrected && line.correctsId === undefined) {
      unchanged += 1;
      continue;
    }
    const corrected = await takeBackPurchase(context, purchaseId, facts);
    if (isRefusal(corrected)) {
      if (corrected.refused === 'purchase_corrected' || corrected.refused === 'purchase_is_counter_entry')
        return { refused: corrected.refused, purchaseId };
      return { refused: 'purchase_not_replaceable', purchaseId, number: line.number, bookedOn: line.bookedOn };
    }
    added.push(...linesOf(corrected));
    changed += 1;
  }
  publishPurchases(context, added);
  return { changed, unchanged };
}
