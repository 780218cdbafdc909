import { type BillingDocument, hasLines, isAdvance } from '../../domain/billing/document/document.ts';
import { isDisbursement, type Line } from '../../domain/billing/document/lines/line.ts';

/** The lines that sell something: a document's own, or of an advance, which has none, those of the sale it is on. */
export function soldLines(document: BillingDocument, parent: BillingDocument | undefined): readonly Line[] {
  const lines = linesOf(document) ?? (parent && linesOf(parent)) ?? [];
  return lines.filter((line) => !isDisbursement(line));
}

const linesOf = (document: BillingDocument): readonly Line[] | undefined =>
  isAdvance(document) || !hasLines(document) ? undefined : document.content.lines;
