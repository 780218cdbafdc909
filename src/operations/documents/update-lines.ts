import * as z from 'zod';
import { LinedBillingJson } from '../../contract/billing.ts';
import { discount, lines } from '../../contract/document-input.ts';
import { id } from '../../contract/id.ts';
import type { LinedDocument } from '../../domain/document/document.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../operation.ts';
import { editDraft, editRefusals } from './edit-draft.ts';
import { lineRefusals, linesFromInput } from './line-from-input.ts';
import { wanted } from './seen-family.ts';

export const updateLines = operation({
  name: 'update-billing-lines',
  summary: 'Replaces the lines of a draft, and its discount.',
  description:
    'The whole list is sent and replaces what was there; without `discount` the document has none. Unit prices are cents with at most 4 decimals, quantities have at most 4 decimals.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{id}/lines', 'PATCH /v2/billing/invoice/{id}/lines'],
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body: z.object({ lines, discount: discount.nullish() }),
  success: 200,
  output: LinedBillingJson,
  refusals: ['document_not_found', ...lineRefusals, ...editRefusals],
  example: {
    lines: [
      {
        designation: 'Développement web',
        quantity: 3.5,
        quantityUnit: 'day',
        unitPrice: 45000,
        vatCode: 'FR_2000',
        type: 'service_delivery',
      },
    ],
  },

  run: (context, input) =>
    editDraft(context, input.id, wanted.lined, (draft) => {
      const lines = linesFromInput(input.lines, context.newId);
      if (isRefusal(lines)) return lines;
      const { discount: _, ...content } = draft.content;
      const given = input.discount && input.discount.amount > 0 ? { discount: input.discount } : {};
      return { ...draft, content: { ...content, lines, ...given } } as LinedDocument;
    }),
});
