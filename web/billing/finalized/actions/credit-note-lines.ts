import type { Answer, Asked } from '../../../client/call.ts';

export type CreditDraft = Answer<'create-asset'>;
type Line = CreditDraft['lines'][number];
type LineInput = Asked<'update-billing-lines'>['body']['lines'][number];

/**
 * The lines of a credit note that takes back these net amounts of what is left on each: a line taken as a whole stays as it is, one
 * taken in part becomes one of that amount, one of which nothing is taken goes.
 */
export const linesToCredit = (lines: readonly Line[], amounts: readonly number[]): LineInput[] =>
  lines.flatMap((line, place) => {
    const amount = amounts[place] ?? 0;
    if (amount === 0) return [];
    return [amount === line.priceWithoutTaxAfterDiscount ? asItWas(line) : inPart(line, amount)];
  });

// Its name says which line it credits, in part too.
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
  // A price is never below nothing: what lowers a document has a quantity that does.
  unitPrice: Math.abs(amount),
  quantity: amount < 0 ? -1 : 1,
  isTaxIncluded: false,
});
