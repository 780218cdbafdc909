import { type BillingDocument, type Estimate, isEstimate } from '../document/document.ts';
import { changed } from '../document/group/after-finalizing.ts';

/**
 * The estimate whose final invoice was canceled or deleted, ready for another one. Undefined if
 * there is none.
 */
export function freedEstimate(
  parent: BillingDocument | undefined,
  gone: BillingDocument,
  now: number,
): Estimate | undefined {
  if (!parent || !isEstimate(parent) || parent.life.finalInvoice?.id !== gone.id) return undefined;
  const { finalInvoice: _, ...life } = parent.life;
  return changed(parent, { life }, now);
}
