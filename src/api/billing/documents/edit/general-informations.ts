import * as z from 'zod';
import {
  type BillingDocument,
  type EstimateContent,
  type InvoiceContent,
  isAdvance,
  isEstimate,
  isInvoice,
  type Legals,
  type Said,
} from '../../../../domain/billing/document/document.ts';
import { lacksMethodText } from '../../../../domain/billing/document/terms/missing-payment-terms.ts';
import { revised } from '../../../../domain/customers/apply-changes.ts';
import type { Refused } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import {
  advanceGeneralInformations,
  creditNoteGeneralInformations,
  estimateGeneralInformations,
  type GeneralInformations,
  invoiceGeneralInformations,
} from '../../../../schemas/billing/document/document-input.ts';
import { documentTextsFrom, legalTextsFrom } from '../../../../schemas/billing/document/text-members.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import {
  type ApiDocumentKind,
  advances,
  creditNotes,
  estimates,
  invoices,
} from '../../../../services/billing/api-document-kinds.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateEstimateGeneralInformations = informing(estimates, {
  summary: 'Sets the notes, mentions and terms of a draft estimate, its price and the duration of the work.',
  body: estimateGeneralInformations,
});
export const updateInvoiceGeneralInformations = informing(invoices, {
  summary: 'Sets the notes, mentions, terms and reminders of a draft invoice.',
  body: invoiceGeneralInformations,
});
export const updateAdvanceGeneralInformations = informing(advances, {
  summary: 'Sets the designation, notes, mentions, terms and reminders of a draft advance.',
  body: advanceGeneralInformations,
});
export const updateCreditNoteGeneralInformations = informing(creditNotes, {
  summary: 'Sets the notes, mentions and terms of a draft asset (credit note).',
  body: creditNoteGeneralInformations,
});

type Own = {
  summary: string;
  body:
    | typeof creditNoteGeneralInformations
    | typeof estimateGeneralInformations
    | typeof invoiceGeneralInformations
    | typeof advanceGeneralInformations;
};

function informing({ noun, chapter, Json, missing, what }: ApiDocumentKind, { summary, body }: Own) {
  return operation({
    name: `update-${noun}-general-informations`,
    summary,
    description:
      'Fields left out stay as they are; null removes a late payment term, the order number, or the fee or duration of an estimate.',
    chapter,
    routes: [`PATCH /v2/billing/${noun}/{${noun}Id}/general-informations`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body,
    success: 200,
    output: Json,
    refusals: [missing, 'other_payment_method_missing', ...editRefusals],
    example: { headerNote: 'Merci de votre confiance', vatMention: 'not_subject', paymentMethods: ['transfer'] },
    run: (context, input) => editDraft(context, input.id, what, (draft) => informed(draft, input)),
  });
}

function informed<D extends BillingDocument>(
  draft: D,
  form: GeneralInformations,
): D | Refused<'other_payment_method_missing'> {
  const { reminder, isOnlinePaymentActivated } = form;
  const legals = legalsFrom(draft.content.legals, form);
  const saysMethods = form.paymentMethods !== undefined || form.otherPaymentMethod !== undefined;
  if (saysMethods && lacksMethodText(legals)) return { refused: 'other_payment_method_missing' };
  const texted = revised<Said>(draft.content, documentTextsFrom(form));
  const content = {
    ...ownOf(draft, texted, form),
    legals,
    ...(reminder && { reminder: present(reminder) }),
    ...(isOnlinePaymentActivated !== undefined && { onlinePayment: isOnlinePaymentActivated }),
  };
  return { ...draft, content } as D;
}

/** Members of single kinds: the title of an advance; the price and duration of an estimate. */
function ownOf(draft: BillingDocument, input: object, form: GeneralInformations): object {
  if (isInvoice(draft)) return framedAs(input as InvoiceContent, form);
  if (isAdvance(draft)) return { ...input, designation: form.designation ?? draft.content.designation };
  return isEstimate(draft) ? offeredAs(input as EstimateContent, form) : input;
}

const framedAs = (
  { framework, ...content }: InvoiceContent,
  { invoicingFramework = framework }: GeneralInformations,
) => ({
  ...content,
  ...(invoicingFramework && { framework: invoicingFramework }),
});

function offeredAs({ fee, duration, ...content }: EstimateContent, form: GeneralInformations): EstimateContent {
  const { estimateFee = fee, plannedDuration = duration } = form;
  return {
    ...content,
    ...(estimateFee && { fee: estimateFee }),
    ...(plannedDuration && { duration: plannedDuration }),
  };
}

const legalsFrom = (before: Legals, form: GeneralInformations): Legals => ({
  ...revised(before, {
    ...legalTextsFrom(form),
    paymentMethods: form.paymentMethods,
    vatMention: form.vatMention,
  }),
  // A null is stored and means that no amount is claimed.
  ...present({
    latePenalty: form.latePenalty && present(form.latePenalty),
    lumpSumCompensation: form.lumpSumCompensation && present(form.lumpSumCompensation),
    discountForAdvancePayment: form.discountAdvancePayment && present(form.discountAdvancePayment),
  }),
});

/** The members that are not undefined. */
const present = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
