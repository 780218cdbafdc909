import * as z from 'zod';
import { type BillingDocument, isCreditNote } from '../../../../domain/billing/document/document.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { deliveryAddress } from '../../../../schemas/billing/document/document-input.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateDeliveryAddress = operation({
  name: 'update-billing-delivery-address',
  summary: 'Sets the delivery address of a draft and whether it is printed; null restores that of the customer.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/delivery-address', 'PATCH /v2/billing/invoice/{invoiceId}/delivery-address'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ deliveryAddress, displayDeliveryAddress: z.boolean() }),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'delivery_of_credit_note', ...editRefusals],
  example: {
    deliveryAddress: { line1: '3 quai de la Loire', city: 'Nantes', zipCode: '44000', country: 'FR' },
    displayDeliveryAddress: true,
  },

  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.any,
      (draft) => {
        const { deliveryAddress: _, ...content } = draft.content;
        const { displayDeliveryAddress, deliveryAddress } = input;
        const { line2, ...address } = deliveryAddress ?? {};
        const stored = deliveryAddress && { deliveryAddress: { ...address, ...(line2 != null && { line2 }) } };
        return { ...draft, content: { ...content, displayDeliveryAddress, ...stored } } as BillingDocument;
      },
      (document) => (isCreditNote(document) ? { refused: 'delivery_of_credit_note' as const } : undefined),
    ),
});
