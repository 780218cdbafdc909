import * as z from 'zod';
import { settingsOf } from '../../../../db/account/settings.ts';
import { type Invoice, isInvoice, type LinedDocument } from '../../../../domain/billing/document/document.ts';
import { datesOf } from '../../../../domain/billing/document/document-dates.ts';
import type { Facts } from '../../../../domain/billing/document/draft-context.ts';
import { LINES_PER_DOCUMENT_MAX, type Line } from '../../../../domain/billing/document/lines/line.ts';
import type { Locale } from '../../../../domain/billing/document/locale.ts';
import { sourcesOf } from '../../../../domain/billing/document/sources.ts';
import {
  type VatChosenFor,
  vatCodeChoices,
  vatMentionChoices,
} from '../../../../domain/billing/document/vat/vat-choices.ts';
import { priceExchange } from '../../../../domain/catalogue/convert-price.ts';
import { isRefusal, type Refused } from '../../../../domain/refusal.ts';
import { civilDayOf } from '../../../../domain/time/civil-day.ts';
import { mentionTextOn } from '../../../../domain/vat/mention-text.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { discount, lines } from '../../../../schemas/billing/document/document-input.ts';
import { InvoiceJson, LinedBillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../../schemas/billing/document/document-tool.ts';
import { VatChoicesJson } from '../../../../schemas/billing/vat-choices.ts';
import { named } from '../../../../schemas/fields/enum-schema.ts';
import { personalServiceActivity } from '../../../../schemas/fields/enumerations.ts';
import { idOf, idOr } from '../../../../schemas/fields/id.ts';
import { SHORT_MAX, text } from '../../../../schemas/fields/text.ts';
import { answeredAs } from '../../../../schemas/tool-definition.ts';
import {
  documentLookups,
  loadDocumentGroup,
  withoutLines,
} from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';
import { lineRefusals, linesFromInput } from '../../../../services/billing/drafts/lines-from-input.ts';
import { productsOfLines } from '../../../../services/catalogue/products-of-lines.ts';
import type { Context } from '../../../../services/context.ts';

export const getVatChoices = operation({
  name: 'get-vat-choices',
  summary: 'Lists the VAT codes and mentions, and which of them suit a document or the account.',
  description:
    'Codes depend on the VAT regime and the customer’s country; the mentions listed are accepted by finalization, with their printed text. Other values can be saved, but finalization reports contradictions.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/vat-choices'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ billingId: idOf('the document').optional() }),
  body: z.object({}),
  success: 200,
  output: VatChoicesJson,
  refusals: ['document_not_found'],
  tool: {
    name: 'get-vat-choices',
    description:
      'The VAT codes and mentions, and which of them suit a document or the account; finalization reports contradictions of the others.',
    ...answeredAs('vat', VatChoicesJson),
  },

  async run(context, { billingId }) {
    const target = billingId === undefined ? await ofAccount(context) : await ofDocument(context, billingId);
    if ('refused' in target) return target;
    const { wordsOf } = await import('../../../../pdf/locales/index.ts');
    const { vatMentions: translations } = wordsOf[target.locale];
    return {
      body: {
        codes: vatCodeChoices(target).map(({ code, rate, fits }) => ({ vatCode: code, ratePercent: rate / 100, fits })),
        mentions: vatMentionChoices(target).map(({ mention, fits }) => {
          const { fr: text } = mentionTextOn(mention, target.day);
          const translation = translations?.[mention];
          return { vatMention: mention, ...(text && { text }), ...(translation && { translation }), fits };
        }),
      },
    };
  },
});

type VatChoiceQuery = VatChosenFor & { readonly locale: Locale };

async function ofAccount({ tx, now }: Context): Promise<VatChoiceQuery> {
  const { settings } = await settingsOf(tx);
  return { settings, day: civilDayOf(now, settings.zone), locale: settings.defaults.locale };
}

async function ofDocument(context: Context, id: string): Promise<VatChoiceQuery | Refused<'document_not_found'>> {
  const found = await loadDocumentGroup(context, id, documentLookups.any);
  if ('refused' in found) return found;
  const { document, facts } = found.asked;
  const { settings, customer } = facts;
  const relatives = [...found.members.values()].map((member) => member.document);
  return {
    ...{ settings, customer, sold: sourcesOf(document, relatives).sold },
    day: datesOf(document, context.now, settings.zone).emittedOn,
    locale: document.content.locale,
  };
}

const linesBody = z.object({ lines, discount: discount.nullish() });

export const updateLines = operation({
  name: 'update-billing-lines',
  summary: 'Replaces the lines of a draft, and its discount.',
  description:
    'Send the whole list: it replaces the current lines, and without `discount` the document has none. A line with a `productId` takes the fields it leaves out from the product as it is now. Unit prices are cents with at most 4 decimals, quantities have at most 4 decimals.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/lines', 'PATCH /v2/billing/invoice/{invoiceId}/lines'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: linesBody,
  success: 200,
  output: LinedBillingJson,
  refusals: ['document_not_found', 'advance_has_no_lines', 'currency_without_rate', ...lineRefusals, ...editRefusals],
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
  tool: {
    name: 'update-billing-lines',
    description:
      'Replaces all lines of a draft, and its discount: without `discount` it has none. A line with a `productId` takes the fields it leaves out from the product.',
    ...billingTool({ parameter: 'billingId', whose: 'the draft' }, LinedBillingJson, linesBody.shape),
    destructive: true,
    idempotent: true,
  },

  async run(context, input) {
    const { newId } = context;
    const reading = productsOfLines(context, input.lines);
    const edited = async (draft: LinedDocument, { settings }: Facts) => {
      const takesPrice = input.lines.some(({ unitPrice }) => unitPrice === undefined);
      const exchange = priceExchange(settings.currency, draft.content.currency, { takesPrice });
      if (isRefusal(exchange)) return exchange;
      const lines = linesFromInput(input.lines, { products: await reading, exchange, newId });
      if (isRefusal(lines)) return lines;
      const { discount: _, ...content } = draft.content;
      const given = input.discount && input.discount.amount > 0 ? { discount: input.discount } : {};
      return { ...draft, content: { ...content, lines, ...given } } as LinedDocument;
    };
    const editing = editDraft(
      context,
      input.id,
      documentLookups.any,
      (draft, facts) => edited(draft as LinedDocument, facts),
      withoutLines,
    );
    // Awaited together, so that a rejection of the read is handled if the draft is refused first.
    const [answer] = await Promise.all([editing, reading]);
    return answer;
  },
});

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

export const updateDisbursementDiscount = operation({
  name: 'update-billing-include-discount-disbursement',
  summary: 'Sets whether the document discount also applies to disbursements; without a body, toggles it.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/include-discount-disbursement'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ includeDiscountDisbursement: z.boolean().optional() }),
  success: 200,
  output: LinedBillingJson,
  refusals: ['document_not_found', 'advance_has_no_lines', 'parent_forbids_disbursement_discount', ...editRefusals],
  example: { includeDiscountDisbursement: true },

  run: (context, { id, includeDiscountDisbursement }) =>
    editDraft(
      context,
      id,
      documentLookups.any,
      (draft) => withDisbursementDiscount(draft as LinedDocument, includeDiscountDisbursement),
      withoutLines,
    ),
});

function withDisbursementDiscount(
  draft: LinedDocument,
  input: boolean | undefined,
): LinedDocument | Refused<'parent_forbids_disbursement_discount'> {
  // The choice made on a document also applies to the documents derived from it.
  if (draft.parentId !== undefined) return { refused: 'parent_forbids_disbursement_discount' };
  const includeDiscountDisbursement = input ?? !draft.content.includeDiscountDisbursement;
  return { ...draft, content: { ...draft.content, includeDiscountDisbursement } } as LinedDocument;
}
