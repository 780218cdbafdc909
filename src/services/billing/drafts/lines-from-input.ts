import { LINES_PER_DOCUMENT_MAX, type Line } from '../../../domain/billing/document/lines/line.ts';
import { type LineOverrides, lineFromProduct } from '../../../domain/catalogue/line-from-product.ts';
import type { Exchange } from '../../../domain/money/exchange.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import type { LineInput } from '../../../schemas/billing/document/document-input.ts';
import type { Products } from '../../catalogue/products-of-lines.ts';

/** The refusals for lines, apart from their totals. */
export const lineRefusals = ['too_many_lines', 'line_vat_code_missing', 'line_product_not_found'] as const;

/**
 * Reads the lines of a request: each gets an ID, and missing members come from its product.
 * `exchange` converts a product's price from the account's currency to the document's.
 */
export function linesFromInput(
  inputs: readonly LineInput[],
  { products, exchange, newId }: { products: Products; exchange: Exchange; newId: () => string },
): Line[] | Refused<(typeof lineRefusals)[number] | 'line_amount_too_large'> {
  if (inputs.length > LINES_PER_DOCUMENT_MAX) return { refused: 'too_many_lines', limit: LINES_PER_DOCUMENT_MAX };
  const lines: Line[] = [];
  for (const [line, input] of inputs.entries()) {
    const product = products.get(input.productId?.toLowerCase() ?? '');
    const fromProduct = lineFromProduct(overridesOf(input), { line, product, exchange });
    if (isRefusal(fromProduct)) return fromProduct;
    lines.push({
      id: newId(),
      ...fromProduct,
      quantity: input.quantity,
      ...(input.generatedId && { generatedId: input.generatedId }),
      ...(input.productId && { productId: input.productId }),
      ...(input.section && { section: input.section }),
      ...(input.discount != null && input.discount.amount > 0 && { discount: input.discount }),
      ...(input.personalServiceActivity != null && { personalServiceActivity: input.personalServiceActivity }),
    });
  }
  return lines;
}

const overridesOf = (input: LineInput): LineOverrides => ({
  productId: input.productId ?? undefined,
  designation: input.designation,
  reference: input.reference,
  description: input.description,
  unit: input.quantityUnit,
  unitPrice: input.unitPrice,
  taxIncluded: input.isTaxIncluded,
  type: input.type,
  vatCode: input.vatCode,
  deliveryOfGoods: input.isDeliveryOfGoods,
});
