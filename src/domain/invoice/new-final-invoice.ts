import type { BillingDocument, Estimate, Finalized, Invoice } from '../document/document.ts';
import { figuresOf } from '../document/figures.ts';
import { freshDraft } from '../document/new-draft.ts';
import { withTodaysDeductions } from './refresh-deductions.ts';

/**
 * Drafts the final invoice of a signed estimate: its lines in full, and the finalized advances taken off, each net of its
 * own credit notes.
 */
export function newFinalInvoice(
  estimate: Finalized<Estimate>,
  given: { id: string; now: number; relatives: Iterable<BillingDocument> },
): Invoice {
  const { planned: _, timeline, display, ...content } = estimate.content;
  const draft = freshDraft({
    kind: 'invoice',
    id: given.id,
    test: estimate.test,
    now: given.now,
    familyId: estimate.familyId,
    parentId: estimate.id,
    ...(estimate.customerId && { customerId: estimate.customerId }),
    ...(estimate.projectId && { projectId: estimate.projectId }),
    ...(estimate.title !== undefined && { title: estimate.title }),
    totals: estimate.totals,
    content: {
      ...content,
      display: { ...display, goodForApproval: false },
      timeline: {
        paymentDelay: timeline.paymentDelay === 'other' ? 'thirty_days' : timeline.paymentDelay,
        ...(timeline.deliveryAt !== undefined && { deliveryAt: timeline.deliveryAt }),
      },
      isFinal: true,
      deductions: [],
    },
  }) as Invoice;
  const deducting = withTodaysDeductions(draft, given.relatives);
  return { ...deducting, totals: figuresOf(deducting, estimate) };
}
