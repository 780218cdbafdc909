import { isAdvance, isInvoice, type LinedDocument } from '../domain/billing/document/document.ts';
import { keyOf, type Line } from '../domain/billing/document/lines/line.ts';
import type { Sources } from '../domain/billing/document/sources.ts';
import { deductedIn } from '../domain/billing/document/totals/document-figures.ts';
import { treatmentOfKey, treatmentOfLine } from '../domain/billing/document/vat/vat-treatment.ts';
import { type Cents, cents, sum } from '../domain/money/cents.ts';
import { amountOf, type Breakdown, keysOf, minus, type ShareKey } from '../domain/vat/breakdown.ts';
import { isSameTreatment, type Taxed, type VatTreatment } from '../domain/vat/vat-treatment.ts';
import type { Adjustment, VatGroup } from './electronic-invoice.ts';
import { advanceLines, deductionLines, type LineWithoutPlace, soldLines } from './lines.ts';
import { wordsOf } from './locales.ts';
import type { Taxation } from './profile.ts';
import type { Bill } from './related-documents.ts';

/** The amount due of a bill per key: its total minus its deductions. */
export const amountDuePerKey = (bill: Bill): Breakdown => minus(bill.totals.breakdown, deductedIn(bill));

/** The VAT treatment of a bill: line by line, discount by discount and in total. */
export function taxationOf(bill: Bill, { sold, estimate }: Sources, taxed: Taxed): Taxation {
  const ofKey = (key: ShareKey) => treatmentOfKey(key, estimate ?? sold, taxed);
  const taxes = taxesOf(amountDuePerKey(bill), ofKey);
  if (isAdvance(bill)) {
    const lines = advanceLines(bill.content, bill.totals.breakdown, ofKey);
    return { lines, adjustments: [], breakdown: breakdownOf(lines, [], taxes) };
  }
  // The lines of an advance's credit note only name keys; the estimate states what they sell.
  const ofLine = (line: Line) => (sold === bill ? treatmentOfLine(line, taxed) : ofKey(keyOf(line)));
  const { locale } = bill.content;
  const lines = [
    ...soldLines(bill, ofLine, { locale }),
    ...(isInvoice(bill) ? deductionLines(bill.content.deductions, ofKey, { locale }) : []),
  ];
  const adjustments = adjustmentsOf(bill, ofLine, wordsOf(locale).discount);
  return { lines, adjustments, breakdown: breakdownOf(lines, adjustments, taxes) };
}

/**
 * BG-20 and BG-21: the document discount as applied to its lines, one amount per VAT treatment.
 * Returned lines get their share back, so their group has a charge.
 */
function adjustmentsOf(
  { content, totals }: LinedDocument,
  treatment: (line: Line) => VatTreatment,
  reason: string,
): Adjustment[] {
  const shares: { vat: VatTreatment; amount: number }[] = [];
  content.lines.forEach((line, place) => {
    const { net = 0, netAfterDocumentDiscount = 0 } = totals.lines[place] ?? {};
    of(shares, treatment(line)).amount += net - netAfterDocumentDiscount;
  });
  return shares
    .filter(({ amount }) => amount !== 0)
    .map(({ vat, amount }) => ({ charge: amount < 0, amount: cents(Math.abs(amount)), vat, reason }));

  function of(known: typeof shares, vat: VatTreatment) {
    const found = known.find((share) => isSameTreatment(share.vat, vat));
    if (found) return found;
    const added = { vat, amount: 0 };
    known.push(added);
    return added;
  }
}

/**
 * BG-23: the lines grouped by VAT treatment, with the document's own VAT. A taxed key has one
 * treatment; keys without VAT may have several, and no VAT to allocate.
 */
function breakdownOf(
  lines: readonly LineWithoutPlace[],
  adjustments: readonly Adjustment[],
  taxes: readonly { readonly vat: VatTreatment; readonly tax: Cents }[],
): VatGroup[] {
  const treatments = distinct([...lines, ...adjustments, ...taxes].map(({ vat }) => vat));
  return treatments.map((vat) => {
    const isOf = (each: { vat: VatTreatment }) => isSameTreatment(each.vat, vat);
    const adjusted = adjustments.filter(isOf).map(({ charge, amount }) => (charge ? amount : cents(-amount)));
    const net = sum([...lines.filter(isOf).map((line) => line.net), ...adjusted]);
    return { vat, net, tax: sum(taxes.filter(isOf).map(({ tax }) => tax)) };
  });
}

/** The VAT of each key that has some, by treatment. */
const taxesOf = (
  breakdown: Breakdown,
  treatment: (key: ShareKey) => VatTreatment,
): { vat: VatTreatment; tax: Cents }[] =>
  keysOf(breakdown).flatMap((key) => {
    const { vat } = amountOf(breakdown, key);
    return vat === 0 ? [] : [{ vat: treatment(key), tax: vat }];
  });

function distinct(treatments: readonly VatTreatment[]): VatTreatment[] {
  const known: VatTreatment[] = [];
  for (const vat of treatments) if (!known.some((each) => isSameTreatment(each, vat))) known.push(vat);
  return known;
}
