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

  run: (context, { id: documentId, ...said }) =>
    editDraft(context, documentId, documentLookups.any, (draft): BillingDocument => {
      const before = draft.content.display;
      const logo = said[serviceLogo(context.serviceName)] ?? said.displayServiceLogo;
      const display = {
        fullName: said.displayFullName,
        email: said.displayEmail,
        phoneNumber: said.displayPhoneNumber,
        sapAgreement: said.displaySAPAgreement,
        legalStatus: said.displayLegalStatus,
        requiredMentionsProduct: said.displayRequiredMentionsProduct,
        memberOfAnApprovedAssociation: said.displayMemberOfAnApprovedAssociation,
        title: said.displayTitle,
        serviceLogo: typeof logo === 'boolean' ? logo : before.serviceLogo,
        goodForApproval: said.displayGoodForApproval ?? before.goodForApproval,
        estimateNumber: said.displayEstimateNumber ?? before.estimateNumber,
      };
      return { ...draft, content: { ...draft.content, display } } as BillingDocument;
    }),
});
