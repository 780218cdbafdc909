import * as z from 'zod';
import type { CreditNote } from '../../../domain/billing/document/document.ts';
import { operation } from '../../../pipeline/operation.ts';
import { references } from '../../../schemas/billing/document/document-input.ts';
import { CreditNoteJson } from '../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../services/billing/drafts/edit-draft.ts';

export const updateReferences = operation({
  name: 'update-asset-references',
  summary: 'Sets the number and date of the invoice that an independent draft asset (credit note) corrects.',
  chapter: 'Credit notes',
  routes: ['PATCH /v2/billing/asset/{assetId}/references'],
  scope: 'billing:write',
  path: z.object({ id: idOr('credit_note_not_found') }),
  query: z.object({}),
  body: z.object({ references }),
  success: 200,
  output: CreditNoteJson,
  refusals: ['credit_note_not_found', 'reference_of_parent', ...editRefusals],
  example: { references: [{ number: 'F-2025-0042', date: 1748736000 }] },
  run: (context, input) =>
    editDraft(context, input.id, documentLookups.creditNote, (draft) => {
      if (draft.parentId !== undefined) return { refused: 'reference_of_parent' as const };
      return { ...draft, content: { ...draft.content, references: input.references } } satisfies CreditNote;
    }),
});
