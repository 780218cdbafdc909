import * as z from 'zod';
import { operation } from '../../../../pipeline/operation.ts';
import { title } from '../../../../schemas/billing/document/document-input.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateTitle = operation({
  name: 'update-billing-title',
  summary: 'Sets or removes the title of a draft.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/title'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ title }),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', ...editRefusals],
  example: { title: 'Refonte du site' },
  tool: {
    name: 'update-billing-title',
    ...billingTool({ parameter: 'billingId', whose: 'the draft' }, BillingJson, { title }),
    destructive: true,
    idempotent: true,
  },
  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.any,
      ({ title: _, ...draft }) =>
        ({
          ...draft,
          ...(input.title !== null && { title: input.title }),
        }) as typeof draft & { title?: string },
    ),
});
