import * as z from 'zod';
import type { BillingDocument } from '../../../../domain/billing/document/document.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { displaySettings } from '../../../../schemas/billing/display-settings.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { serviceLogo } from '../../../../schemas/billing/service-logo.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

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
