import * as z from 'zod';
import { operation } from '../../../pipeline/operation.ts';
import { documentGroupToJson, FamilyMemberJson } from '../../../schemas/billing/document/document-group.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';

export const getDocumentGroup = operation({
  name: 'get-billing-family',
  summary:
    'Lists the documents that descend from the same estimate or document, in order of creation: estimate, advances, invoice, assets.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/{billingId}/family'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.array(FamilyMemberJson),
  refusals: ['document_not_found'],

  async run(context, input) {
    const found = await loadDocumentGroup(context, input.id, documentLookups.any);
    if ('refused' in found) return found;
    return { body: documentGroupToJson(found.members, context) };
  },
});
