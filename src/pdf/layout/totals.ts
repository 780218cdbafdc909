import { hasLines, isCreditNote, isEstimate, isInvoice } from '../../domain/billing/document/document.ts';
import { isPaidAtIssue } from '../../domain/billing/document/paid-at-issue.ts';
import { type Cents, cents, sum } from '../../domain/money/cents.ts';
import { amountOf, keysOf, rateOfKey, taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';
import { isCanceled, takenBack } from './cancellation.ts';
import { dueAtIssue, leftToPayAtIssue } from './due-at-issue.ts';
import type { LayoutContext } from './layout-context.ts';
import type { Labelled, PrintedTotal } from './printed-document.ts';
import { isTaxed } from './taxed-lines.ts';

/**
 * From the sum of the lines down to the main amount. Lines shown tax included are summed tax
 * included.
 */
export function printedTotals(printing: LayoutContext): PrintedTotal[] {
  const { document, words, written } = printing;
  const total = taxIncluded(totalOf(document.totals.breakdown));
  const recap = printing.withTax ? disbursed(printing) : [...netTotals(printing), ...vatTotals(printing)];
  const before = [...discountTotals(printing), ...recap];
  const due: PrintedTotal = { ...headlineOf(printing), weight: 'due' };
  if (isEstimate(document)) return [...before, due];
  const all: PrintedTotal[] = isTaxed(document)
    ? [{ label: words.totalWithTax, value: written.money(total), weight: 'sum' }]
    : [];
  return [...before, ...all, ...deductedTotals(printing), due];
}

/** The main amount: to be paid, credited, or the total of an estimate. */
export function headlineOf(printing: LayoutContext): Labelled {
  const { document, words, written } = printing;
  if (isEstimate(document)) {
    const label = isTaxed(document) ? words.totalWithTax : words.total;
    return { label, value: written.money(taxIncluded(totalOf(document.totals.breakdown))) };
  }
  const amount = isCanceled(document) ? cents(0) : leftToPayAtIssue(document);
  return { label: isCreditNote(document) ? words.toCredit : words.toPay, value: written.money(amount) };
}

function discountTotals(printing: LayoutContext): PrintedTotal[] {
  const { document, words, written, withTax } = printing;
  const { totals } = document;
  if (!hasLines(document) || totals.discount === 0) return [];
  const { discount } = document.content;
  const size = discount?.mode === 'PERCENTAGE' ? ` ${written.percent(discount.amount)}` : '';
  const before: Cents = withTax ? sum(totals.lines.map((line) => line.total)) : totals.netBeforeDiscount;
  const after = totalOf(totals.breakdown);
  const discounted = cents((withTax ? taxIncluded(after) : after.net) - before);
  const untaxed = isTaxed(document) ? words.totalBeforeDiscount : words.totalBeforeDiscountWithoutVat;
  return [
    { label: withTax ? words.totalWithTaxBeforeDiscount : untaxed, value: written.money(before), weight: 'part' },
    { label: `${words.discount}${size}`, value: written.money(discounted), weight: 'part' },
  ];
}

function netTotals(printing: LayoutContext): PrintedTotal[] {
  const { document, words, written } = printing;
  const label = isTaxed(document) ? words.totalNet : words.total;
  const { net } = totalOf(document.totals.breakdown);
  const others = disbursed(printing);
  if (others.length === 0 && isEstimate(document) && !isTaxed(document)) return [];
  return [{ label, value: written.money(net), weight: 'part' }, ...others];
}

function disbursed({ document, words, written }: LayoutContext): PrintedTotal[] {
  const { net } = amountOf(document.totals.breakdown, 'disbursement');
  return net === 0 ? [] : [{ label: words.ofWhichDisbursements, value: written.money(net), weight: 'part' }];
}

/** For one rate its VAT; for several their sum: the table states each (`vatTable`). */
function vatTotals({ document, words, written }: LayoutContext): PrintedTotal[] {
  const { breakdown } = document.totals;
  if (!isTaxed(document)) return [];
  const [key, ...more] = keysOf(breakdown);
  const label = key && more.length === 0 ? words.totalVatAt(written.percent(rateOfKey(key))) : words.totalVat;
  return [{ label, value: written.money(totalOf(breakdown).vat), weight: 'part' }];
}

/** Deducted advances, and the credit notes of a canceled document. */
function deductedTotals({ document, words, written }: LayoutContext): PrintedTotal[] {
  const advances = isInvoice(document) ? document.content.deductions : [];
  const part = (label: string, amount: Cents): PrintedTotal => ({
    label,
    value: written.money(amount),
    weight: 'part',
  });
  return [
    ...advances.map(({ number, breakdown }) =>
      part(words.deductedAdvance(number), cents(-taxIncluded(totalOf(breakdown)))),
    ),
    ...(isPaidAtIssue(document) ? [part(words.alreadyPaid, cents(-dueAtIssue(document)))] : []),
    ...(isCanceled(document)
      ? takenBack(document).map(({ number, amount }) => part(words.creditNoteNumber(number), amount))
      : []),
  ];
}
