import type { LinedDocument } from '../domain/billing/document/document.ts';
import type { Line } from '../domain/billing/document/lines/line.ts';
import { type Cents, cents, sum } from '../domain/money/cents.ts';
import { amountOf, type Breakdown, keysOf, type ShareKey } from '../domain/vat/breakdown.ts';
import { isSameTreatment, type VatTreatment } from '../domain/vat/vat-treatment.ts';
import type { Adjustment, VatGroup } from './electronic-invoice.ts';
import type { LineWithoutPlace } from './lines.ts';

/**
 * BG-20 and BG-21: the document discount as applied to its lines, one amount per VAT treatment.
 * Returned lines get their share back, so their group has a charge.
 */
export function adjustmentsOf(
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
export function breakdownOf(
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
export const taxesOf = (
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
