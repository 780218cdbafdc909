import * as z from 'zod';
import { operation } from '../../../pipeline/operation.ts';
import { InvoiceJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { createDraft, opening, openingRefusals } from '../../../services/billing/drafts/create-draft.ts';

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
    ...billingTool({ parameter: 'customerId', whose: 'the contact or organization' }, InvoiceJson, opening),
  },
  run: (context, { id: customerId, ...form }) => createDraft(context, 'invoice', customerId, form),
});
