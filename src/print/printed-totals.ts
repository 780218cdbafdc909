import { hasLines, isCreditNote, isEstimate, isInvoice } from '../domain/billing/document/document.ts';
import { deductedIn } from '../domain/billing/document/figures.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import { amountOf, keysOf, rateOfKey, taxIncluded, totalOf } from '../domain/vat/breakdown.ts';
import type { PrintedTotal } from './printed.ts';
import { isTaxed } from './printed-lines.ts';
import type { Printing } from './printing.ts';

/** What is to be paid of a document when it is issued: its total less the advances deducted in it. */
export const dueAtIssue = ({ document }: Printing): Cents =>
  cents(taxIncluded(totalOf(document.totals.breakdown)) - taxIncluded(totalOf(deductedIn(document))));

/** From the sum of the lines down to the one figure everybody looks for. */
export function printedTotals(printing: Printing): PrintedTotal[] {
  const { document, words, written } = printing;
  const total = taxIncluded(totalOf(document.totals.breakdown));
  const before = [...discountTotals(printing), ...netTotals(printing), ...vatTotals(printing)];
  if (isEstimate(document)) {
    const label = isTaxed(printing) ? words.totalWithTax : words.total;
    return [...before, { label, value: written.money(total), weight: 'due' }];
  }
  const withTax: PrintedTotal[] = isTaxed(printing)
    ? [{ label: words.totalWithTax, value: written.money(total), weight: 'sum' }]
    : [];
  const label = isCreditNote(document) ? words.toCredit : words.toPay;
  const due: PrintedTotal = { label, value: written.money(dueAtIssue(printing)), weight: 'due' };
  return [...before, ...withTax, ...deductedTotals(printing), due];
}

function discountTotals(printing: Printing): PrintedTotal[] {
  const { document, words, written } = printing;
  const { totals } = document;
  if (!hasLines(document) || totals.discount === 0) return [];
  const { discount } = document.content;
  const size = discount?.mode === 'PERCENTAGE' ? ` ${written.percent(discount.amount)}` : '';
  const before = isTaxed(printing) ? words.totalBeforeDiscount : words.totalBeforeDiscountWithoutVat;
  return [
    { label: before, value: written.money(totals.netBeforeDiscount), weight: 'part' },
    { label: `${words.discount}${size}`, value: written.money(cents(-totals.discount)), weight: 'part' },
  ];
}

function netTotals(printing: Printing): PrintedTotal[] {
  const { document, words, written } = printing;
  const { breakdown } = document.totals;
  const label = isTaxed(printing) ? words.totalNet : words.total;
  const net: PrintedTotal = { label, value: written.money(totalOf(breakdown).net), weight: 'part' };
  const disbursed = amountOf(breakdown, 'disbursement').net;
  if (disbursed === 0) return isEstimate(document) && !isTaxed(printing) ? [] : [net];
  return [net, { label: words.ofWhichDisbursements, value: written.money(disbursed), weight: 'part' }];
}

const vatTotals = ({ document: { totals }, words, written }: Printing): PrintedTotal[] =>
  keysOf(totals.breakdown)
    .filter((key) => rateOfKey(key) > 0)
    .map((key) => ({
      label: words.totalVatAt(written.percent(rateOfKey(key))),
      value: written.money(amountOf(totals.breakdown, key).vat),
      weight: 'part',
    }));

function deductedTotals({ document, words, written }: Printing): PrintedTotal[] {
  if (!isInvoice(document)) return [];
  return document.content.deductions.map(({ number, breakdown }) => ({
    label: words.deductedAdvance(number),
    value: written.money(cents(-taxIncluded(totalOf(breakdown)))),
    weight: 'part',
  }));
}
