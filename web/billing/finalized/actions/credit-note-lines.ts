import type { Answer, Asked } from '../../../client/call.ts';

export type CreditDraft = Answer<'create-asset'>;
type Line = CreditDraft['lines'][number];
type LineInput = Asked<'update-billing-lines'>['body']['lines'][number];

/**
 * The lines of a credit note for these net amounts: a line credited in full stays as it is, one
 * credited in part becomes a line of that amount, and one without an amount is dropped.
 */
export const linesToCredit = (lines: readonly Line[], amounts: readonly number[]): LineInput[] =>
  lines.flatMap((line, place) => {
    const amount = amounts[place] ?? 0;
    if (amount === 0) return [];
    return [amount === line.priceWithoutTaxAfterDiscount ? asItWas(line) : inPart(line, amount)];
  });

// The key refers to the credited line, also for a part of it.
const common = ({
  generatedId,
  section,
  designation,
  description,
  reference,
  type,
  vatCode,
  isDeliveryOfGoods,
  personalServiceActivity,
}: Line) => ({
  generatedId,
  section,
  designation,
  description,
  reference,
  type,
  vatCode,
  isDeliveryOfGoods,
  personalServiceActivity,
});

const asItWas = (line: Line): LineInput => ({
  ...common(line),
  productId: line.productId,
  unitPrice: line.unitPrice,
  quantity: line.quantity,
  quantityUnit: line.quantityUnit,
  discount: line.discount,
  isTaxIncluded: line.isTaxIncluded,
});

const inPart = (line: Line, amount: number): LineInput => ({
  ...common(line),
  // A price is never negative: to lower a total, the quantity is negative.
  unitPrice: Math.abs(amount),
  quantity: amount < 0 ? -1 : 1,
  isTaxIncluded: false,
});
