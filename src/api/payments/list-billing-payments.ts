import * as z from 'zod';
import { paymentsOf } from '../../db/payments/payments.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { PaymentJson, paymentToJson } from '../../schemas/payments/payment.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';

export const listPayments = operation({
  name: 'get-billing-payments',
  summary: 'Lists the payments of an invoice or an advance, counter-entries included, oldest first.',
  chapter: 'Payments',
  routes: ['GET /v2/billing/{billingId}/payments'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.array(PaymentJson),
  refusals: ['document_not_found'],
  tool: {
    name: 'get-payments',
    parameters: z.object({ billingId: idOf('the invoice or advance') }),
    renamed: { billingId: 'id' },
    ...answeredAs('payments', z.array(PaymentJson)),
  },

  async run(context, input) {
    const found = await loadDocumentGroup(context, input.id, documentLookups.any);
    if ('refused' in found) return found;
    return { body: (await paymentsOf(context.tx, input.id)).map(paymentToJson) };
  },
});
