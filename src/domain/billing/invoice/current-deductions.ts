import { keysOf } from '../../vat/breakdown.ts';
import { type BillingDocument, type Deduction, type Invoice, isAdvance, isFinalized } from '../document/document.ts';
import { restToCredit } from '../document/totals/document-figures.ts';

/**
 * The deductions of a draft final invoice today: each finalized advance of its estimate, net of the
 * advance's finalized credit notes, key by key. A fully credited advance deducts nothing.
 */
export function withCurrentDeductions(invoice: Invoice, relatives: Iterable<BillingDocument>): Invoice {
  if (!invoice.content.isFinal || invoice.sealed) return invoice;
  const deductions: Deduction[] = [];
  for (const advance of relatives) {
    if (!isAdvance(advance) || advance.parentId !== invoice.parentId || !isFinalized(advance)) continue;
    const breakdown = restToCredit(advance);
    const leftSomething = keysOf(breakdown).some((key) => breakdown[key]?.net !== 0 || breakdown[key]?.vat !== 0);
    if (leftSomething) deductions.push({ advanceId: advance.id, number: advance.sealed.number, breakdown });
  }
  return { ...invoice, content: { ...invoice.content, deductions } };
}
