import { type BillingDocument, hasLines, isAdvance } from '../../domain/billing/document/document.ts';
import { isDisbursement, type Line } from '../../domain/billing/document/lines/line.ts';

/**
 * The lines that state what is sold: the document's own, or for an advance those of its estimate.
 */
export function soldLines(document: BillingDocument, parent: BillingDocument | undefined): readonly Line[] {
  const lines = linesOf(document) ?? (parent && linesOf(parent)) ?? [];
  return lines.filter((line) => !isDisbursement(line));
}

const linesOf = (document: BillingDocument): readonly Line[] | undefined =>
  isAdvance(document) || !hasLines(document) ? undefined : document.content.lines;
