import * as z from 'zod';
import type { LinedDocument } from '../../../../domain/billing/document/document.ts';
import type { Facts } from '../../../../domain/billing/document/draft-context.ts';
import { priceExchange } from '../../../../domain/catalogue/price-exchange-rate.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { discount, lines } from '../../../../schemas/billing/document/document-input.ts';
import { LinedBillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { documentLookups, withoutLines } from '../../../../services/billing/document-group/load-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';
import { lineRefusals, linesFromInput } from '../../../../services/billing/drafts/lines-from-input.ts';
import { productsOfLines } from '../../../../services/catalogue/products-of-lines.ts';

const body = z.object({ lines, discount: discount.nullish() });

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
  body,
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
    ...billingTool({ parameter: 'billingId', whose: 'the draft' }, LinedBillingJson, body.shape),
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
