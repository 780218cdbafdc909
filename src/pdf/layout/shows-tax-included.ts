import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { isTaxed } from './is-taxed.ts';
import { soldLines } from './sold-lines.ts';

/**
 * Whether the lines are read with their tax, as consumers read prices (C. conso. art. L112-1): all of them were entered so.
 * An advance is read as the sale it is on.
 */
export function showsTaxIncluded(document: BillingDocument, parent: BillingDocument | undefined): boolean {
  const sold = soldLines(document, parent);
  return sold.length > 0 && sold.every(({ taxIncluded }) => taxIncluded) && isTaxed(document);
}
