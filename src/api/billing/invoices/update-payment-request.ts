import * as z from 'zod';
import { withPaymentRequest } from '../../../domain/billing/invoice/payment-request.ts';
import { operation } from '../../../pipeline/operation.ts';
import { InvoiceJson } from '../../../schemas/billing/document/document-json.ts';
import { paymentRequestForm } from '../../../schemas/billing/payment-request.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../services/billing/drafts/edit-draft.ts';

export const updatePaymentRequest = operation({
  name: 'update-invoice-payment-request',
  summary: 'Sets the payment request of a draft invoice to Urssaf (avance immédiate).',
  description:
    'The request is stored on the invoice and frozen with it. It is sent once the invoice is finalized, the account connected to Urssaf and the customer registered there; its status is then updated automatically. `statut` is 0 until the request is sent. A warning on the invoice tells if it cannot be sent. null removes the request.',
  chapter: 'Invoices',
  routes: ['PATCH /v2/billing/invoice/{invoiceId}/payment-request'],
  scope: 'billing:write',
  path: z.object({ id: idOr('invoice_not_found') }),
  query: z.object({}),
  body: z.object({ paymentRequest: paymentRequestForm }),
  success: 200,
  output: InvoiceJson,
  refusals: [
    'invoice_not_found',
    'payment_request_without_personal_services',
    'payment_request_ends_before_it_begins',
    'payment_request_over_two_months',
    'payment_request_advance_too_large',
    ...editRefusals,
  ],
  example: {
    paymentRequest: { advanceAlreadyPaid: 0, dateDebutEmploi: 1794787200, dateFinEmploi: 1795132800 },
  },
  run: (context, { id, paymentRequest }) =>
    editDraft(context, id, documentLookups.invoice, (draft, { settings }) =>
      withPaymentRequest(draft, paymentRequest ?? undefined, settings.zone),
    ),
});
