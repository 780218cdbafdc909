import * as z from 'zod';
import { isCreditNote } from '../../../domain/billing/document/document.ts';
import { documentsOf } from '../../../domain/billing/document/group/document-group.ts';
import { operation } from '../../../pipeline/operation.ts';
import { CreditLeftJson, creditLeftToJson } from '../../../schemas/billing/credit-left.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';

export const getCreditLeft = operation({
  name: 'get-invoice-credit-left',
  summary: 'Returns the amounts left to credit on an invoice: for each line billed, deducted, credited and remaining.',
  description:
    'Finalized assets count, drafts do not. The remaining lines add up to the remaining amount per VAT code, which is the limit of an asset.',
  chapter: 'Credit notes',
  routes: ['GET /v2/billing/invoice/{invoiceId}/credit-left'],
  scope: 'billing:read',
  path: z.object({ id: idOr('invoice_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: CreditLeftJson,
  refusals: ['invoice_not_found'],

  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.invoice);
    if ('refused' in found) return found;
    const { document } = found.asked;
    const creditNotes = documentsOf(found).filter(isCreditNote);
    return {
      body: creditLeftToJson(
        document,
        creditNotes.filter(({ parentId }) => parentId === document.id),
      ),
    };
  },
});
