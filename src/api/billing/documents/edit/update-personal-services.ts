import * as z from 'zod';
import { type Invoice, isInvoice } from '../../../../domain/billing/document/document.ts';
import { LINES_PER_DOCUMENT_MAX, type Line } from '../../../../domain/billing/document/lines/line.ts';
import type { Refused } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { InvoiceJson } from '../../../../schemas/billing/document/document-json.ts';
import { named } from '../../../../schemas/fields/enum-schema.ts';
import { personalServiceActivity } from '../../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { SHORT_MAX, text } from '../../../../schemas/fields/text.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

const serviceLine = z.object({
  lineId: text(SHORT_MAX),
  ignore: z.boolean().optional().meta({ description: 'true if the line is not a personal service.' }),
  quantityUnit: named(['hour', 'fixed_rate']).optional(),
  personalServiceActivity: personalServiceActivity.optional(),
});

export const updatePersonalServices = operation({
  name: 'update-billing-sap-products',
  summary: 'Makes lines of a draft invoice personal services (services à la personne), by the hour or at a fixed rate.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/sap-products'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ lines: z.array(serviceLine).max(LINES_PER_DOCUMENT_MAX) }),
  success: 200,
  output: InvoiceJson,
  refusals: ['document_not_found', 'only_invoices_have_personal_services', 'line_not_found', ...editRefusals],
  example: {
    lines: [
      { lineId: '01890a5d-ac96-774b-bcce-b302099a8057', quantityUnit: 'hour', personalServiceActivity: 'JARDINAGE' },
    ],
  },

  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.any,
      (draft) => withServices(draft as Invoice, input.lines),
      (document) => (isInvoice(document) ? undefined : { refused: 'only_invoices_have_personal_services' as const }),
    ),
});

type ServiceLineInput = z.output<typeof serviceLine>;

function withServices(draft: Invoice, input: readonly ServiceLineInput[]): Invoice | Refused<'line_not_found'> {
  const byLine = new Map(input.map((line) => [line.lineId, line]));
  const known = new Set(draft.content.lines.map((line) => line.id));
  for (const [line, { lineId }] of input.entries())
    if (!known.has(lineId)) return { refused: 'line_not_found', lineId, line };
  const lines = draft.content.lines.map((line) => served(line, byLine.get(line.id)));
  return { ...draft, content: { ...draft.content, lines } };
}

function served(line: Line, given: ServiceLineInput | undefined): Line {
  if (!given) return line;
  const { personalServiceActivity: _, ...plain } = line;
  if (given.ignore) return plain;
  const { quantityUnit, personalServiceActivity } = given;
  return {
    ...line,
    ...(quantityUnit && { unit: quantityUnit }),
    ...(personalServiceActivity && { personalServiceActivity }),
  };
}
