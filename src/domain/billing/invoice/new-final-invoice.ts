import { isRefusal, type Refused } from '../../refusal.ts';
import {
  type BillingDocument,
  type Estimate,
  type Finalized,
  type Invoice,
  isFinalized,
} from '../document/document.ts';
import { copiedContent, membersOfKind } from '../document/duplicate.ts';
import { changed } from '../document/group/after-finalizing.ts';
import {
  type DocumentGroup,
  type DraftContext,
  documentsOf,
  withChild,
  withDocuments,
} from '../document/group/document-group.ts';
import { freshDraft } from '../document/new-draft.ts';
import { figuresOf } from '../document/totals/document-figures.ts';
import { withCurrentDeductions } from './current-deductions.ts';

/** Adds the draft final invoice of the group's signed estimate. */
export function draftFinalInvoice(
  group: DocumentGroup<Estimate>,
  around: DraftContext,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): DocumentGroup<Invoice> | Refused<'estimate_not_signed_for_final_invoice' | 'final_invoice_already_there'> {
  const drafted = billRemainder(group.asked.document, { id: newId(), now, relatives: documentsOf(group) });
  if (isRefusal(drafted)) return drafted;
  return withChild(withDocuments(group, drafted.billed), drafted.invoice, around);
}

/**
 * Drafts the final invoice of a signed estimate, and links the estimate to it. There is one at a
 * time. `relatives` is the document group of the estimate.
 */
export function billRemainder(
  estimate: Estimate,
  options: { id: string; now: number; relatives: Iterable<BillingDocument> },
):
  | { readonly invoice: Invoice; readonly billed: Finalized<Estimate> }
  | Refused<'estimate_not_signed_for_final_invoice' | 'final_invoice_already_there'> {
  if (estimate.state !== 'signed' || !isFinalized<Estimate>(estimate))
    return { refused: 'estimate_not_signed_for_final_invoice' };
  const { finalInvoice } = estimate.life;
  if (finalInvoice) return { refused: 'final_invoice_already_there', invoiceId: finalInvoice.id };
  const invoice = newFinalInvoice(estimate, options);
  const life = { ...estimate.life, finalInvoice: { id: invoice.id } };
  return { invoice, billed: changed(estimate, { life }, options.now) };
}

/**
 * Drafts the final invoice of a signed estimate: all its lines, minus the finalized advances, each
 * net of its own credit notes.
 */
export function newFinalInvoice(
  estimate: Finalized<Estimate>,
  options: { id: string; now: number; relatives: Iterable<BillingDocument> },
): Invoice {
  const { timeline, display } = estimate.content;
  const { planned: _, fee: __, duration: ___, ...lined } = membersOfKind(estimate.content);
  const draft = freshDraft({
    kind: 'invoice',
    id: options.id,
    test: estimate.test,
    now: options.now,
    familyId: estimate.familyId,
    parentId: estimate.id,
    ...(estimate.customerId && { customerId: estimate.customerId }),
    ...(estimate.projectId && { projectId: estimate.projectId }),
    ...(estimate.title !== undefined && { title: estimate.title }),
    totals: estimate.totals,
    content: {
      ...copiedContent(estimate.content, 'final_invoice'),
      ...lined,
      display: { ...display, goodForApproval: false },
      timeline: {
        paymentDelay: timeline.paymentDelay === 'other' ? 'thirty_days' : timeline.paymentDelay,
        ...(timeline.deliveryAt !== undefined && { deliveryAt: timeline.deliveryAt }),
      },
      isFinal: true,
      deductions: [],
    },
  }) as Invoice;
  const deducting = withCurrentDeductions(draft, options.relatives);
  return { ...deducting, totals: figuresOf(deducting, estimate) };
}
