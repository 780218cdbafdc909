import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { isTaxed } from './is-taxed.ts';
import { soldLines } from './sold-lines.ts';

/**
 * Whether lines are shown tax included, as for consumers (C. conso. art. L112-1): all of them were
 * entered so. An advance follows its estimate.
 */
export function showsTaxIncluded(document: BillingDocument, parent: BillingDocument | undefined): boolean {
  const sold = soldLines(document, parent);
  return sold.length > 0 && sold.every(({ taxIncluded }) => taxIncluded) && isTaxed(document);
}
