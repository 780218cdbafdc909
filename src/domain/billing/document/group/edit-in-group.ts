import type { Refused } from '../../../refusal.ts';
import { withCurrentDeductions } from '../../invoice/current-deductions.ts';
import { entryProblem } from '../checks/entry-limits.ts';
import { type BillingDocument, hasLines, isInvoice } from '../document.ts';
import { entryOf, figuresOf } from '../totals/document-figures.ts';
import { changed } from './after-finalizing.ts';
import { type DocumentGroup, documentsOf, withDocuments } from './document-group.ts';

/**
 * Recomputes an edited draft of a document group. Refused if its lines are too large or
 * contradictory.
 */
export function editInDocumentGroup<D extends BillingDocument>(
  group: DocumentGroup<D>,
  edited: D,
): DocumentGroup<D> | Refused<'line_amount_too_large' | 'discount_on_mixed_lines'> {
  const problem = entryRefusal(edited);
  if (problem) return problem;
  const { facts } = group.asked;
  const deducting = isInvoice(edited) ? withCurrentDeductions(edited, documentsOf(group)) : edited;
  const figured = { ...deducting, totals: figuresOf(deducting, facts.parent) } as BillingDocument;
  return withDocuments(group, changed(figured, {}, facts.now));
}

/** A stand-alone draft with its figures. Refused if its lines are too large or contradictory. */
export const withOwnFigures = <D extends BillingDocument>(
  draft: D,
): D | Refused<'line_amount_too_large' | 'discount_on_mixed_lines'> =>
  entryRefusal(draft) ?? { ...draft, totals: figuresOf(draft, undefined) };

/** Refuses lines above the limit, and discounts that cannot be allocated. */
function entryRefusal(
  document: BillingDocument,
): Refused<'line_amount_too_large' | 'discount_on_mixed_lines'> | undefined {
  const { code, base, rate } = document.content.currency;
  const problem = hasLines(document) ? entryProblem(entryOf(document), code === base ? 1 : rate) : undefined;
  if (!problem) return undefined;
  if (problem.problem === 'amount_too_large') return { refused: 'line_amount_too_large', line: problem.line };
  return { refused: 'discount_on_mixed_lines' };
}
