import { type BillingDocument, hasLines, isAdvance } from '../../domain/billing/document/document.ts';
import { isDisbursement, type Line } from '../../domain/billing/document/lines/line.ts';
import { keysOf, rateOfKey } from '../../domain/vat/breakdown.ts';

/** Whether anything is charged with VAT. Otherwise no column, table or total mentions it. */
export const isTaxed = ({ totals: { breakdown } }: Pick<BillingDocument, 'totals'>): boolean =>
  keysOf(breakdown).some((key) => rateOfKey(key) > 0);

/**
 * The lines that state what is sold: the document's own, or for an advance those of its estimate.
 */
export function soldLines(document: BillingDocument, parent: BillingDocument | undefined): readonly Line[] {
  const lines = linesOf(document) ?? (parent && linesOf(parent)) ?? [];
  return lines.filter((line) => !isDisbursement(line));
}

const linesOf = (document: BillingDocument): readonly Line[] | undefined =>
  isAdvance(document) || !hasLines(document) ? undefined : document.content.lines;

/**
 * Whether lines are shown tax included, as for consumers (C. conso. art. L112-1): all of them were
 * entered so. An advance follows its estimate.
 */
export function showsTaxIncluded(document: BillingDocument, parent: BillingDocument | undefined): boolean {
  const sold = soldLines(document, parent);
  return sold.length > 0 && sold.every(({ taxIncluded }) => taxIncluded) && isTaxed(document);
}
