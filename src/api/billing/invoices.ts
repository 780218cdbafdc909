import * as z from 'zod';
import { draftFinalInvoice } from '../../domain/billing/invoice/new-final-invoice.ts';
import { withPaymentRequest } from '../../domain/billing/invoice/payment-request.ts';
import { operation } from '../../pipeline/operation.ts';
import { InvoiceJson } from '../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../schemas/billing/document/document-tool.ts';
import { paymentRequestForm } from '../../schemas/billing/payment-request.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { createLinkedDraft } from '../../services/billing/document-group/create-linked-draft.ts';
import { documentLookups } from '../../services/billing/document-group/load-document-group.ts';
import { createDraft, opening, openingOfTools, openingRefusals } from '../../services/billing/drafts/create-draft.ts';
import { editDraft, editRefusals } from '../../services/billing/drafts/edit-draft.ts';

export const createInvoice = operation({
  name: 'create-invoice',
  summary: 'Creates a draft invoice for a contact or an organization.',
  description:
    'For an organization its default contact, if any, is selected. You can also give lines, a discount and a title.',
  chapter: 'Invoices',
  routes: ['POST /v2/billing/invoice/{customerId}'],
  scope: 'billing:write',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object({}),
  body: z.object(opening),
  success: 201,
  makesDocument: true,
  output: InvoiceJson,
  refusals: ['customer_not_found', ...openingRefusals],
  example: {
    lines: [{ designation: 'Audit', quantity: 1, quantityUnit: 'day', unitPrice: 60000, vatCode: 'FR_2000' }],
  },
  tool: {
    name: 'create-invoice',
    ...billingTool({ parameter: 'customerId', whose: 'the contact or organization' }, InvoiceJson, openingOfTools),
  },
  run: (context, { id: customerId, ...form }) => createDraft(context, 'invoice', customerId, form),
});

export const createFinalInvoice = operation({
  name: 'create-final-invoice',
  summary: 'Creates the draft final invoice of a signed estimate, less the finalized advances.',
  chapter: 'Invoices',
  routes: ['POST /v2/billing/estimate/{estimateId}/final-invoice'],
  scope: 'billing:write',
  path: z.object({ id: idOr('estimate_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 201,
  makesDocument: true,
  output: InvoiceJson,
  refusals: [
    'estimate_not_found',
    'version_stale',
    'estimate_not_signed_for_final_invoice',
    'final_invoice_already_there',
  ],
  tool: {
    name: 'create-final-invoice',
    ...billingTool({ parameter: 'estimateId', whose: 'the signed estimate or purchase order' }, InvoiceJson),
  },

  run: (context, input) =>
    createLinkedDraft(context, input.id, documentLookups.estimate, { kind: 'invoice', moves: true }, (group, around) =>
      draftFinalInvoice(group, around, context),
    ),
});

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
