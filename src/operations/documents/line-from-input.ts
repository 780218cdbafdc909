import type { LineInput } from '../../contract/document-input.ts';
import { LINES_PER_DOCUMENT_MAX, type Line } from '../../domain/document/line.ts';
import type { Refused } from '../../domain/refusal.ts';

/** How the lines of a request may be refused. */
export const lineRefusals = ['too_many_lines', 'line_vat_code_missing'] as const;

/** Reads the lines of a request: each gets an id, a disbursement its code, and one without a code is refused. */
export function linesFromInput(
  inputs: readonly LineInput[],
  newId: () => string,
): Line[] | Refused<(typeof lineRefusals)[number]> {
  if (inputs.length > LINES_PER_DOCUMENT_MAX) return { refused: 'too_many_lines', limit: LINES_PER_DOCUMENT_MAX };
  const lines: Line[] = [];
  for (const [index, input] of inputs.entries()) {
    const vatCode = input.type === 'disbursement' ? 'FR_00HT' : input.vatCode;
    if (!vatCode) return { refused: 'line_vat_code_missing', line: index };
    lines.push({
      id: newId(),
      designation: input.designation,
      quantity: input.quantity,
      unitPrice: input.unitPrice,
      taxIncluded: input.isTaxIncluded ?? false,
      vatCode,
      deliveryOfGoods: input.isDeliveryOfGoods ?? false,
      ...(input.generatedId !== undefined && { generatedId: input.generatedId }),
      ...(input.productId !== undefined && { productId: input.productId }),
      ...(input.reference != null && { reference: input.reference }),
      ...(input.description != null && { description: input.description }),
      ...(input.quantityUnit != null && { unit: input.quantityUnit }),
      ...(input.type != null && { type: input.type }),
      ...(input.discount != null && input.discount.amount > 0 && { discount: input.discount }),
      ...(input.personalServiceActivity != null && { personalServiceActivity: input.personalServiceActivity }),
    });
  }
  return lines;
}
