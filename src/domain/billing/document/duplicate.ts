import type { AccountSettings } from '../../account/settings.ts';
import { copiedContent, membersOfKind } from './copied-content.ts';
import type { BillingDocument, InvoiceContent, LinedDocument } from './document.ts';
import { freshDraft } from './new-draft.ts';
import type { Copy } from './text-fields.ts';
import { figuresOf } from './totals/document-figures.ts';

type DuplicateOptions = {
  readonly now: number;
  readonly newId: () => string;
  readonly settings: AccountSettings;
  /** Which texts it takes over. */
  readonly copy?: Extract<Copy, 'duplicate' | 'recurrence'>;
};

/**
 * A draft with the content of a document, dated on its future day of issue. Customer, lines, notes
 * and terms are copied. Chosen dates, descendants, payment requests to Urssaf, attachments, and
 * the bank account are not.
 */
export function duplicateOf(
  original: LinedDocument,
  { now, newId, settings, copy = 'duplicate' }: DuplicateOptions,
): BillingDocument {
  const { paymentDelay, validityDays, validUntilAt } = original.content.timeline;
  const delay = paymentDelay === 'other' ? settings.defaults.paymentDelay : paymentDelay;
  const days = validityDays ?? settings.defaults.estimateValidityDays;
  const isOffered = validityDays !== undefined || validUntilAt !== undefined;
  const content = {
    ...copiedContent(original.content, copy),
    ...(settings.bank && { bank: settings.bank }),
    timeline: { paymentDelay: delay, ...(isOffered && { validityDays: days }) },
    ...membersOfKind<LinedDocument['content']>(original.content),
    lines: original.content.lines.map(({ stockQuantity: _, generatedId: __, ...line }) => ({ ...line, id: newId() })),
    ...ownOf(original),
  };
  const { paymentRequest: _request, ...kept } = content as Partial<InvoiceContent>;
  const { kind, test, customerId, projectId, title } = original;
  const draft = freshDraft({
    ...{ kind, id: newId(), test, now, content: kept, totals: original.totals },
    ...(customerId !== undefined && { customerId }),
    ...(projectId !== undefined && { projectId }),
    ...(title !== undefined && { title }),
  });
  return { ...draft, totals: figuresOf(draft, undefined) } as BillingDocument;
}

/** A copy of a final invoice is an ordinary invoice: it deducts no advances. */
const ownOf = ({ kind }: LinedDocument): Partial<InvoiceContent> =>
  kind === 'invoice' ? { isFinal: false, deductions: [] } : {};
