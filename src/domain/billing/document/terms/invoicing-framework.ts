import type { Nature } from '../../../vat/vat-point.ts';

/**
 * What is special about how an invoice is paid or reported (the invoicing framework, BT-23, in the
 * French rules BR-FR-08). Without one it is an ordinary invoice to be paid, or a final invoice if
 * it deducts advances.
 */
export const invoicingFrameworks = [
  'already_paid',
  'subcontractor_direct_payment',
  'subcontractor',
  'co_contractor',
  'already_reported',
] as const;
export type InvoicingFramework = (typeof invoicingFrameworks)[number];

/** The digit of each in BT-23, and what such an invoice may sell. */
const rows: Readonly<Record<InvoicingFramework, { readonly digit: Digit; readonly sells: readonly Nature[] }>> = {
  already_paid: { digit: '2', sells: ['goods', 'services', 'both'] },
  subcontractor_direct_payment: { digit: '3', sells: ['services'] },
  subcontractor: { digit: '5', sells: ['services'] },
  co_contractor: { digit: '6', sells: ['services'] },
  already_reported: { digit: '7', sells: ['goods', 'services'] },
};
type Digit = '2' | '3' | '5' | '6' | '7';

/** The digit of a framework in BT-23. */
export const frameworkDigit = (framework: InvoicingFramework): Digit => rows[framework].digit;

/** Whether a copy keeps a framework: that of one payment or one receipt is of one invoice. */
export const isKeptByCopies = (framework: InvoicingFramework): boolean =>
  framework !== 'already_paid' && framework !== 'already_reported';

/** Whether the list of BT-23 has a framework for goods, services or both. */
export const isFrameworkFor = (framework: InvoicingFramework, nature: Nature): boolean =>
  rows[framework].sells.includes(nature);
