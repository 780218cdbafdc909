import type { AdvanceContent, Deduction, LinedDocument } from '../domain/billing/document/document.ts';
import type { Line } from '../domain/billing/document/lines/line.ts';
import { unitCodeOf } from '../domain/billing/document/lines/unit-codes.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { LineAmounts } from '../domain/billing/document/totals/totals.ts';
import { amountOf, type Breakdown, isNothing, keysOf, rateOfKey, type ShareKey } from '../domain/vat/breakdown.ts';
import type { VatTreatment } from '../domain/vat/vat-treatment.ts';
import type { ElectronicLine } from './electronic-invoice.ts';
import { oneAtNet, pricingOf } from './line-pricing.ts';
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
