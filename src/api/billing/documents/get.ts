import * as z from 'zod';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import { operation, type Route } from '../../../pipeline/operation.ts';
import { documentGroupToJson, FamilyMemberJson } from '../../../schemas/billing/document/document-group.ts';
import { BillingJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import type { Chapter } from '../../../schemas/chapter.ts';
import { idOr, type Missing } from '../../../schemas/fields/id.ts';
import type { ToolDefinition } from '../../../schemas/tool-definition.ts';
import {
  type ApiDocumentKind,
  advances,
  creditNotes,
  estimates,
  invoices,
} from '../../../services/billing/api-document-kinds.ts';
import { documentResponse } from '../../../services/billing/document-group/document-response.ts';
import {
  type DocumentLookup,
  documentLookups,
  loadDocumentGroup,
} from '../../../services/billing/document-group/load-document-group.ts';

export const getBilling = reading(
  { chapter: 'Documents', Json: BillingJson, missing: 'document_not_found', what: { ...documentLookups.any } },
  {
    name: 'get-billing-by-id',
    summary: 'Reads a billing document of any kind.',
    route: 'GET /v2/billing/{billingId}',
    tool: {
      name: 'get-billing-by-id',
      ...billingTool({ parameter: 'billingId', whose: 'an estimate, invoice, advance or credit note' }, BillingJson),
    },
  },
);
export const getEstimate = readingOne(estimates, 'Reads an estimate or a purchase order, with its advances.');
export const getInvoice = readingOne(invoices, 'Reads an invoice.');
export const getAdvance = readingOne(advances, 'Reads an advance (down-payment invoice).');
export const getCreditNote = readingOne(creditNotes, 'Reads an asset (credit note).');

function readingOne(kind: ApiDocumentKind, summary: string) {
  const { noun } = kind;
  return reading(
    { ...kind, what: { ...kind.what } },
    { name: `get-${noun}`, summary, route: `GET /v2/billing/${noun}/{${noun}Id}` },
  );
}

type NotFound = Extract<Missing, 'document_not_found'> | ApiDocumentKind['missing'];
type Read = {
  chapter: Chapter;
  Json: z.ZodType<unknown>;
  missing: NotFound;
  what: DocumentLookup<BillingDocument, NotFound>;
};
type Own = { name: string; summary: string; route: Route; tool?: ToolDefinition<unknown> };

function reading({ chapter, Json, missing, what }: Read, { route, ...own }: Own) {
  return operation({
    ...own,
    chapter,
    routes: [route],
    scope: 'billing:read',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
    output: Json,
    refusals: [missing],
    run: async (context, { id }) => {
      const found = await loadDocumentGroup(context, id, what);
      return 'refused' in found ? found : documentResponse(context, found);
    },
  });
}

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
