import { cents } from '../../src/domain/money/cents.ts';
import type { ElectronicInvoice, ElectronicLine } from '../../src/einvoice/electronic-invoice.ts';

/** The invoice with one error, and its description. */
export function tampered(invoice: ElectronicInvoice): [how: string, wrong: ElectronicInvoice][] {
  const [first, ...rest] = invoice.lines as [ElectronicLine, ...ElectronicLine[]];
  const swapped = first.vat.rate === 2000 ? 1000 : 2000;
  const { total, tax } = invoice.totals;
  // The extension allows each line to be off by a cent.
  const little = invoice.profile === 'en16931' ? 1 : 100;
  return [
    ['a cent more on a line', { ...invoice, lines: [{ ...first, net: cents(first.net + little) }, ...rest] }],
    ['another rate on a line', { ...invoice, lines: [{ ...first, vat: { category: 'S', rate: swapped } }, ...rest] }],
    ['a cent more VAT', { ...invoice, totals: { ...invoice.totals, tax: cents(tax + little) } }],
    ['a cent more in all', { ...invoice, totals: { ...invoice.totals, total: cents(total + little) } }],
    ['no note on late penalties', { ...invoice, notes: invoice.notes.filter(({ subject }) => subject !== 'PMD') }],
  ];
}
