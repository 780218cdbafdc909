import { isAdvance, isInvoice } from '../domain/billing/document/document.ts';
import { keyOf, type Line } from '../domain/billing/document/lines/line.ts';
import type { Sources } from '../domain/billing/document/sources.ts';
import { deductedIn } from '../domain/billing/document/totals/document-figures.ts';
import { treatmentOfKey, treatmentOfLine } from '../domain/billing/document/vat/vat-treatment.ts';
import { type Breakdown, minus, type ShareKey } from '../domain/vat/breakdown.ts';
import type { Taxed } from '../domain/vat/vat-treatment.ts';
import { advanceLines, deductionLines, soldLines } from './lines.ts';
import { wordsOf } from './locales.ts';
import type { Taxation } from './profile.ts';
import type { Bill } from './related-documents.ts';
import { adjustmentsOf, breakdownOf, taxesOf } from './vat-groups.ts';

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
