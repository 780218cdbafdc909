import * as z from 'zod';
import type { BillingDocument } from '../../../../domain/billing/document/document.ts';
import type { Locale } from '../../../../domain/billing/document/locale.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { locale } from '../../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import {
  type ApiDocumentKind,
  creditNotes,
  estimates,
  invoices,
} from '../../../../services/billing/api-document-kinds.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateEstimateLocale = speaking(estimates, 'Sets the language a draft estimate is printed in.');
export const updateInvoiceLocale = speaking(invoices, 'Sets the language a draft invoice is printed in.');
export const updateCreditNoteLocale = speaking(
  creditNotes,
  'Sets the language a draft asset (credit note) is printed in.',
);

function speaking({ noun, chapter, Json, missing, what }: ApiDocumentKind, summary: string) {
  return operation({
    name: `update-${noun}-locale`,
    summary,
    chapter,
    routes: [`PUT /v2/billing/${noun}/{${noun}Id}/locale`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({ locale }),
    success: 200,
    output: Json,
    refusals: [missing, ...editRefusals],
    example: { locale: 'en' },
    run: (context, input) => editDraft(context, input.id, what, (draft) => spoken(draft, input.locale)),
  });
}

const spoken = (draft: BillingDocument, locale: Locale) =>
  ({ ...draft, content: { ...draft.content, locale } }) as BillingDocument;
