import { type Cents, cents, sum } from '../../../money/cents.ts';
import { stepOf } from '../../../money/currency.ts';
import { type BillingDocument, hasLines, isCreditNote, type LinedDocument } from '../document.ts';
import { isDisbursement } from '../lines/line.ts';
import { type Discount, PERCENTAGE_MAX } from '../totals/discount.ts';
import { linePriceOf } from '../totals/line-price.ts';
import type { WarningName } from './warning-name.ts';

/** Warnings about one line, or about the discount on the whole document. */
const lineWarnings = [
  'line_without_price',
  'line_without_quantity',
  'discount_below_one_percent',
  'discount_exceeds_amount',
] as const satisfies WarningName[];
export type LineWarning = (typeof lineWarnings)[number];

export const isLineWarning = (name: WarningName): name is LineWarning => lineWarnings.some((each) => each === name);

/**
 * Where a warning applies: the index of the line from 0, or the whole document if absent. A
 * discount comes with its base in cents, tax included or excluded as the prices were entered.
 */
export type Warned = { readonly place?: number; readonly discount?: Discount; readonly base?: Cents };
type WarnedDiscount = { readonly place?: number; readonly discount: Discount; readonly base: Cents };

/**
 * A percentage below 1 % is more likely a unit mistake (hundredths of a percent) than a discount.
 */
const ONE_PERCENT = PERCENTAGE_MAX / 100;

/**
 * The lines a warning applies to, and the document if its discount is concerned. Never on a credit
 * note with a parent, because its lines repeat that document and are corrected by amounts.
 */
export function warnedIn(document: BillingDocument, name: LineWarning): readonly Warned[] {
  if (!hasLines(document) || (isCreditNote(document) && document.parentId !== undefined)) return [];
  return found[name](document);
}

const found: Readonly<Record<LineWarning, (document: LinedDocument) => readonly Warned[]>> = {
  line_without_price: ({ content }) =>
    content.lines.flatMap(({ unitPrice }, place) => (unitPrice === 0 ? { place } : [])),
  line_without_quantity: ({ content }) =>
    content.lines.flatMap(({ quantity }, place) => (quantity === 0 ? { place } : [])),
  discount_below_one_percent: (document) => discountsOf(document).filter(({ discount }) => isBelowOnePercent(discount)),
  discount_exceeds_amount: (document) =>
    discountsOf(document).filter(
      ({ discount, base }) => discount.mode === 'AMOUNT' && discount.amount > Math.abs(base),
    ),
};

const isBelowOnePercent = ({ mode, amount }: Discount): boolean =>
  mode === 'PERCENTAGE' && amount > 0 && amount < ONE_PERCENT;

/** Every discount of a document with its base; the document discount comes last. */
function discountsOf({ content }: LinedDocument): readonly WarnedDiscount[] {
  const step = stepOf(content.currency.code);
  const prices = content.lines.map((line) => linePriceOf(line, step));
  const ofLines = content.lines.flatMap(({ discount }, place) => {
    const price = prices[place];
    return discount && price ? [{ place, discount, base: cents(price.net + price.discount) }] : [];
  });
  const touched = prices.flatMap(({ net }, place) => {
    const line = content.lines[place];
    return content.includeDiscountDisbursement || (line && !isDisbursement(line)) ? [net] : [];
  });
  return content.discount && content.lines.length > 0
    ? [...ofLines, { discount: content.discount, base: sum(touched) }]
    : ofLines;
}
