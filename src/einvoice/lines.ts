import type { AdvanceContent, Deduction, LinedDocument } from '../domain/billing/document/document.ts';
import type { Line } from '../domain/billing/document/lines/line.ts';
import { unitCodeOf } from '../domain/billing/document/lines/unit-codes.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { LineAmounts } from '../domain/billing/document/totals/totals.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import { roundedRatio } from '../domain/money/rounding.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import { amountOf, type Breakdown, isNothing, keysOf, rateOfKey, type ShareKey } from '../domain/vat/breakdown.ts';
import type { VatTreatment } from '../domain/vat/vat-treatment.ts';
import type { ElectronicLine, LineAdjustment } from './electronic-invoice.ts';
import { wordsOf } from './locales.ts';

/** A line before it gets its id on the invoice. */
export type LineWithoutPlace = Omit<ElectronicLine, 'id'>;

type Manner = { readonly locale: Locale };
type TreatmentOfLine = (line: Line) => VatTreatment;
type TreatmentOfKey = (key: ShareKey) => VatTreatment;

/** The lines of an invoice or a credit note. */
export const soldLines = (
  { content, totals }: LinedDocument,
  treatment: TreatmentOfLine,
  { locale }: Manner,
): LineWithoutPlace[] =>
  content.lines.map((line, place) => {
    const amounts = totals.lines[place] as LineAmounts;
    const { discount, rounding } = wordsOf(locale);
    return {
      ...(line.section !== undefined && { note: line.section }),
      quantity: line.quantity,
      unit: unitCodeOf(line.unit),
      net: amounts.net,
      ...pricingOf({ quantity: line.quantity, amounts, discount, rounding }),
      vat: treatment(line),
      name: line.designation,
      ...(line.description?.trim() && { description: line.description }),
      ...(line.reference?.trim() && { reference: line.reference }),
    };
  });

/** An advance has one amount per key. */
export const advanceLines = (
  content: AdvanceContent,
  breakdown: Breakdown,
  treatment: TreatmentOfKey,
): LineWithoutPlace[] =>
  filledKeys(breakdown).map((key) => {
    const { net } = amountOf(breakdown, key);
    const { designation, description } = content;
    return {
      ...oneAtNet(net),
      unit: unitCodeOf(undefined),
      net,
      vat: treatment(key),
      name: designation.trim() || '-',
      ...(description?.trim() && { description }),
    };
  });

/**
 * A final invoice bills the whole estimate and deducts each advance, key by key, by a line of
 * negative quantity, so that the VAT of the advance, already due, is not declared twice.
 */
export const deductionLines = (
  deductions: readonly Deduction[],
  treatment: TreatmentOfKey,
  { locale }: Manner,
): LineWithoutPlace[] =>
  deductions.flatMap(({ number, breakdown }) =>
    filledKeys(breakdown).map((key) => {
      const net = minusNet(breakdown, key);
      const vat = treatment(key);
      const rate = rateOfKey(key) > 0 ? ` – ${rateOfKey(key) / 100} %` : '';
      const name = `${wordsOf(locale).deductedAdvance} ${number}${rate.replace('.', ',')}`;
      return { ...oneAtNet(net), unit: unitCodeOf(undefined), net, vat, name };
    }),
  );

/** The keys with an amount; all keys if none has one, because an invoice needs a line. */
function filledKeys(breakdown: Breakdown): ShareKey[] {
  const keys = keysOf(breakdown);
  const filled = keys.filter((key) => !isNothing({ [key]: amountOf(breakdown, key) }));
  return filled.length > 0 ? filled : keys;
}

const minusNet = (breakdown: Breakdown, key: ShareKey) => {
  const { net } = amountOf(breakdown, key);
  return (net === 0 ? 0 : -net) as typeof net;
};

/**
 * The price of a line such that quantity × price − discounts + charges equals its net to the cent.
 */
type LinePricing = Pick<ElectronicLine, 'price' | 'baseQuantity' | 'adjustments'>;

type Priced = {
  readonly quantity: TenThousandths;
  readonly amounts: Pick<LineAmounts, 'net' | 'discount' | 'unitPriceNet'>;
  /** The label of a discount. */
  readonly discount: string;
  /** The label of rounding cents that no price can express. */
  readonly rounding: string;
};

/**
 * A tax-excluded price gives the net of its line directly. A tax-included one does not, because its
 * net is a share of the total of all lines at that rate. Such a line gets the unit price with six
 * decimals that gives the net, otherwise the price of all its units together, which always does.
 * Only if the net has the other sign than the quantity, the remaining cents are stated separately.
 */
export function pricingOf({ quantity, amounts, discount, rounding }: Priced): LinePricing {
  const gross = cents(amounts.net + amounts.discount);
  const discounts = adjustment(-amounts.discount, discount);
  const unit = [amounts.unitPriceNet, unitPriceFor(gross, quantity)].find(
    (price) => price !== undefined && comesTo(price, quantity) === gross,
  );
  if (unit !== undefined) return { price: unit, adjustments: discounts };
  if (quantity !== 0 && Math.sign(quantity) === Math.sign(gross)) {
    const baseQuantity = Math.abs(quantity) as TenThousandths;
    return { price: priceAt(gross), baseQuantity, adjustments: discounts };
  }
  const missing = gross - comesTo(amounts.unitPriceNet, quantity);
  return { price: amounts.unitPriceNet, adjustments: [...discounts, ...adjustment(missing, rounding)] };
}

/** One unit, or minus one, at a net amount. */
const oneAtNet = (net: Cents): { quantity: TenThousandths } & LinePricing => ({
  quantity: (net < 0 ? -UNIT : UNIT) as TenThousandths,
  price: priceAt(net),
  adjustments: [],
});

const UNIT = 10_000;
/** Quantity and unit price are both in ten-thousandths. */
const HUNDRED_MILLION = 100_000_000n;

const priceAt = (net: Cents): TenThousandths => (Math.abs(net) * UNIT) as TenThousandths;

/**
 * Quantity × price to two decimals, as a reader of the file computes it, even in a currency without
 * decimals whose line was rounded to a whole unit.
 */
const comesTo = (price: number, quantity: TenThousandths): Cents =>
  roundedRatio(BigInt(price) * BigInt(quantity), HUNDRED_MILLION);

/** The unit price nearest to a net; undefined if it would be negative or zero. */
function unitPriceFor(gross: Cents, quantity: TenThousandths): TenThousandths | undefined {
  if (quantity === 0 || (gross !== 0 && Math.sign(gross) !== Math.sign(quantity))) return undefined;
  const price: number = roundedRatio(BigInt(gross) * HUNDRED_MILLION, BigInt(quantity));
  return price as TenThousandths;
}

/** A return reverses its discount, which is a charge. */
const adjustment = (amount: number, reason: string): LineAdjustment[] =>
  amount === 0 ? [] : [{ charge: amount > 0, amount: cents(Math.abs(amount)), reason }];
