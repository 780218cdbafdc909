import * as z from 'zod';
import type { BillingDocument } from '../../../../domain/billing/document/document.ts';
import { editInDocumentGroup } from '../../../../domain/billing/document/group/edit-in-group.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { themeId } from '../../../../schemas/fields/theme-id.ts';
import { commitDocumentGroup } from '../../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../../services/billing/document-group/lock-document-group.ts';
import { findAnyTheme } from '../../../../services/themes/find-theme.ts';

export const updateBillingTheme = operation({
  name: 'update-billing-theme',
  summary: 'Sets or removes the theme of a draft.',
  description:
    'A draft without a theme is printed in the theme of its type. A final invoice starts with the theme of its estimate.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/theme'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({
    themeId: themeId
      .meta({ description: 'The id of the theme, or the name of one the service comes with; null for none, a UUID.' })
      .nullable(),
  }),
  success: 200,
  output: BillingJson,
  refusals: [
    'document_not_found',
    'theme_not_found',
    'version_stale',
    'document_is_finalized',
    'line_amount_too_large',
    'discount_on_mixed_lines',
  ],
  example: { themeId: 'plume' },

  async run(context, { id: documentId, themeId }) {
    const locked = await lockDocumentGroup(context, documentId, documentLookups.any);
    if ('refused' in locked) return locked;
    const { document } = locked.group.asked;
    if (document.sealed) return { refused: 'document_is_finalized', number: document.sealed.number };
    const known = themeId === null ? undefined : await findAnyTheme(context.tx, themeId);
    if (themeId !== null && !known) return { refused: 'theme_not_found' };

    const { themeId: _, ...content } = document.content;
    const themed = { ...content, ...(known && { themeId: known.theme.id }) };
    const edited = editInDocumentGroup(locked.group, { ...document, content: themed } as BillingDocument);
    if (isRefusal(edited)) return edited;
    return documentResponse(context, await commitDocumentGroup(context, locked, edited));
  },
});
