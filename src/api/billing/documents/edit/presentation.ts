import * as z from 'zod';
import type { BillingDocument } from '../../../../domain/billing/document/document.ts';
import { editInDocumentGroup } from '../../../../domain/billing/document/group/edit-in-group.ts';
import type { Locale } from '../../../../domain/billing/document/locale.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { displaySettings } from '../../../../schemas/billing/display-settings.ts';
import { title } from '../../../../schemas/billing/document/document-input.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../../schemas/billing/document/document-tool.ts';
import { serviceLogo } from '../../../../schemas/billing/service-logo.ts';
import { locale } from '../../../../schemas/fields/enumerations.ts';
import { idOr, themeId } from '../../../../schemas/fields/id.ts';
import {
  type ApiDocumentKind,
  creditNotes,
  estimates,
  invoices,
} from '../../../../services/billing/api-document-kinds.ts';
import { commitDocumentGroup } from '../../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../../services/billing/document-group/lock-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';
import { findAnyTheme } from '../../../../services/themes/find-theme.ts';

export const updateTitle = operation({
  name: 'update-billing-title',
  summary: 'Sets or removes the title of a draft.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/title'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ title }),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', ...editRefusals],
  example: { title: 'Refonte du site' },
  tool: {
    name: 'update-billing-title',
    ...billingTool({ parameter: 'billingId', whose: 'the draft' }, BillingJson, { title }),
    destructive: true,
    idempotent: true,
  },
  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.any,
      ({ title: _, ...draft }) =>
        ({
          ...draft,
          ...(input.title !== null && { title: input.title }),
        }) as typeof draft & { title?: string },
    ),
});

export const updateDisplaySettings = operation({
  name: 'update-billing-display-settings',
  summary: 'Sets what the printed document shows.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/display-settings', 'PATCH /v2/billing/invoice/{invoiceId}/display-settings'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: displaySettings,
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', ...editRefusals],
  example: {
    displayFullName: true,
    displayEmail: true,
    displayPhoneNumber: false,
    displaySAPAgreement: false,
    displayLegalStatus: true,
    displayRequiredMentionsProduct: true,
    displayMemberOfAnApprovedAssociation: false,
    displayServiceLogo: true,
    displayTitle: true,
  },

  run: (context, { id: documentId, ...form }) =>
    editDraft(context, documentId, documentLookups.any, (draft): BillingDocument => {
      const before = draft.content.display;
      const logo = form[serviceLogo(context.serviceName)] ?? form.displayServiceLogo;
      const display = {
        fullName: form.displayFullName,
        email: form.displayEmail,
        phoneNumber: form.displayPhoneNumber,
        sapAgreement: form.displaySAPAgreement,
        legalStatus: form.displayLegalStatus,
        requiredMentionsProduct: form.displayRequiredMentionsProduct,
        memberOfAnApprovedAssociation: form.displayMemberOfAnApprovedAssociation,
        title: form.displayTitle,
        serviceLogo: typeof logo === 'boolean' ? logo : before.serviceLogo,
        goodForApproval: form.displayGoodForApproval ?? before.goodForApproval,
        estimateNumber: form.displayEstimateNumber ?? before.estimateNumber,
      };
      return { ...draft, content: { ...draft.content, display } } as BillingDocument;
    }),
});

export const updateBillingTheme = operation({
  name: 'update-billing-theme',
  summary: 'Sets or removes the theme of a draft.',
  description:
    'A draft without a theme is printed in the theme of its type. A final invoice starts with the theme of its estimate.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/theme'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({
    themeId: themeId
      .meta({ description: 'The id of the theme, or the name of one the service comes with; null for none, a UUID.' })
      .nullable(),
  }),
  success: 200,
  output: BillingJson,
  refusals: [
    'document_not_found',
    'theme_not_found',
    'version_stale',
    'document_is_finalized',
    'line_amount_too_large',
    'discount_on_mixed_lines',
  ],
  example: { themeId: 'plume' },

  async run(context, { id: documentId, themeId }) {
    const locked = await lockDocumentGroup(context, documentId, documentLookups.any);
    if ('refused' in locked) return locked;
    const { document } = locked.group.asked;
    if (document.sealed) return { refused: 'document_is_finalized', number: document.sealed.number };
    const known = themeId === null ? undefined : await findAnyTheme(context.tx, themeId);
    if (themeId !== null && !known) return { refused: 'theme_not_found' };

    const { themeId: _, ...content } = document.content;
    const themed = { ...content, ...(known && { themeId: known.theme.id }) };
    const edited = editInDocumentGroup(locked.group, { ...document, content: themed } as BillingDocument);
    if (isRefusal(edited)) return edited;
    return documentResponse(context, await commitDocumentGroup(context, locked, edited));
  },
});

export const updateEstimateLocale = speaking(estimates, 'Sets the language a draft estimate is printed in.');
export const updateInvoiceLocale = speaking(invoices, 'Sets the language a draft invoice is printed in.');
export const updateCreditNoteLocale = speaking(
  creditNotes,
  'Sets the language a draft asset (credit note) is printed in.',
);

function speaking({ noun, chapter, Json, missing, what }: ApiDocumentKind, summary: string) {
  return operation({
    name: `update-${noun}-locale`,
    summary,
    chapter,
    routes: [`PUT /v2/billing/${noun}/{${noun}Id}/locale`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({ locale }),
    success: 200,
    output: Json,
    refusals: [missing, ...editRefusals],
    example: { locale: 'en' },
    run: (context, input) => editDraft(context, input.id, what, (draft) => spoken(draft, input.locale)),
  });
}

const spoken = (draft: BillingDocument, locale: Locale) =>
  ({ ...draft, content: { ...draft.content, locale } }) as BillingDocument;
