import * as z from 'zod';
import { type BillingDocument, isCreditNote } from '../../../../domain/billing/document/document.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { bankInformation } from '../../../../schemas/payments/bank-account.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateBankInformation = operation({
  name: 'update-billing-bank-information',
  summary: 'Sets or removes the bank account of a draft.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/bank-information', 'PATCH /v2/billing/invoice/{invoiceId}/bank-information'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ bankInformation: bankInformation.nullable() }),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'bank_of_credit_note', ...editRefusals],
  example: { bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Camille Martin' } },

  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.any,
      (draft) => {
        const { bank: _, ...content } = draft.content;
        const bank = input.bankInformation;
        return { ...draft, content: { ...content, ...(bank && { bank }) } } as BillingDocument;
      },
      (document) => (isCreditNote(document) ? { refused: 'bank_of_credit_note' as const } : undefined),
    ),
});
