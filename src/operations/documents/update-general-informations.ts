import * as z from 'zod';
import { AdvanceJson, AssetJson, EstimateJson, InvoiceJson } from '../../contract/billing.ts';
import {
  billGeneralInformations,
  type GeneralInformations,
  generalInformations,
} from '../../contract/document-input.ts';
import { idOr } from '../../contract/id.ts';
import type { BillingDocument, Legals } from '../../domain/document/document.ts';
import { operation } from '../operation.ts';
import { editDraft, editRefusals } from './edit-draft.ts';
import { wanted } from './see-family.ts';

const asked = {
  description: 'What is absent stays as it is; null takes a term of lateness away.',
  scope: 'billing:write',
  query: z.object({}),
  success: 200,
  example: { headerNote: 'Merci de votre confiance', vatMention: 'not_subject', paymentMethods: ['transfer'] },
} as const;

export const updateEstimateGeneralInformations = operation({
  name: 'update-estimate-general-informations',
  summary: 'Sets the notes, mentions and terms of a draft estimate.',
  chapter: 'Estimates',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/general-informations'],
  ...asked,
  path: z.object({ id: idOr('estimate_not_found') }),
  body: generalInformations,
  output: EstimateJson,
  refusals: ['estimate_not_found', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.estimate, (draft) => informed(draft, input)),
});

export const updateInvoiceGeneralInformations = operation({
  name: 'update-invoice-general-informations',
  summary: 'Sets the notes, mentions, terms and reminders of a draft invoice.',
  chapter: 'Invoices',
  routes: ['PATCH /v2/billing/invoice/{invoiceId}/general-informations'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  body: billGeneralInformations,
  output: InvoiceJson,
  refusals: ['invoice_not_found', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.invoice, (draft) => informed(draft, input)),
});

export const updateAdvanceGeneralInformations = operation({
  name: 'update-advance-general-informations',
  summary: 'Sets the notes, mentions, terms and reminders of a draft advance.',
  chapter: 'Advances',
  routes: ['PATCH /v2/billing/advance/{advanceId}/general-informations'],
  ...asked,
  path: z.object({ id: idOr('advance_not_found') }),
  body: billGeneralInformations,
  output: AdvanceJson,
  refusals: ['advance_not_found', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.advance, (draft) => informed(draft, input)),
});

export const updateCreditNoteGeneralInformations = operation({
  name: 'update-asset-general-informations',
  summary: 'Sets the notes, mentions and terms of a draft asset (credit note).',
  chapter: 'Credit notes',
  routes: ['PATCH /v2/billing/asset/{assetId}/general-informations'],
  ...asked,
  path: z.object({ id: idOr('credit_note_not_found') }),
  body: generalInformations,
  output: AssetJson,
  refusals: ['credit_note_not_found', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.creditNote, (draft) => informed(draft, input)),
});

function informed<D extends BillingDocument>(draft: D, given: GeneralInformations): D {
  const { reminder, isOnlinePaymentActivated } = given;
  const content = {
    ...draft.content,
    legals: legalsFrom(draft.content.legals, given),
    ...(reminder && { reminder: present(reminder) }),
    ...(isOnlinePaymentActivated !== undefined && { onlinePayment: isOnlinePaymentActivated }),
  };
  return { ...draft, content } as D;
}

const legalsFrom = (before: Legals, given: GeneralInformations): Legals => ({
  ...before,
  ...present({
    headerNote: given.headerNote,
    footerNote: given.footerNote,
    generalTerms: given.generalTermsAndConditionsOfSale,
    mediator: given.mentionMediator,
    paymentMethods: given.paymentMethods,
    otherPaymentMethod: given.otherPaymentMethod,
    vatMention: given.vatMention,
    latePenalty: given.latePenalty && present(given.latePenalty),
    lumpSumCompensation: given.lumpSumCompensation && present(given.lumpSumCompensation),
    discountForAdvancePayment: given.discountAdvancePayment && present(given.discountAdvancePayment),
  }),
});

/** The members that were given. */
const present = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
