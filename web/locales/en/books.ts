import type { words as french } from '../fr/books.ts';

export const words: typeof french = {
  title: 'Receipts book',
  intro:
    'What was received, day by day, in euros. Every micro-enterprise must keep it (CGI art. 50-0 and 102 ter); it helps every business to declare. A reversal or refund is a new, negative line. The numbers of the year may still change if you enter a receipt for an earlier day.',
  toUrssaf: 'Urssaf declaration',
  toVat: 'VAT return',
  caption: 'Lines of the receipts book',
  line: (number) => `Line ${number}`,
  nothing: 'No receipts in this period.',
  purchases: 'Register of purchases',
  payments: 'See the payments',
  year: 'Year',
  part: 'Month or quarter',
  wholeYear: 'Whole year',
  quarter: (place) => `Quarter ${place}`,
  periods: 'Totals by month and quarter',
  total: 'Total received',
  cash: 'of which cash',
  vat: 'of which VAT',
  unstated: 'without a payment method',
  disbursements: 'Disbursements, not counted',
  withoutRate: (count) =>
    count === 1
      ? 'One line counts as 0: its exchange rate to the euro is not known.'
      : `${count} lines count as 0: their exchange rate to the euro is not known.`,
  takings: 'No invoice',
  heads: {
    number: 'No.',
    on: 'Received',
    customer: 'Customer',
    reference: 'Document',
    nature: 'Nature',
    method: 'Method',
    amount: 'Amount',
    period: 'Period',
  },
  natures: {
    bic_goods: 'Goods (BIC)',
    bic_services: 'Services BIC',
    bnc: 'Services BNC',
  },
  events: {
    payment: 'Payment',
    payment_reversed: 'Reversal',
    refund: 'Refund',
    refund_withdrawn: 'Refund withdrawn',
    overpayment: 'Overpayment',
    overpayment_applied: 'Overpayment applied',
    overpayment_restored: 'Application reversed',
    overpayment_returned: 'Overpayment returned',
    takings: 'Takings without invoice',
    takings_corrected: 'Correction of takings',
  },
  formats: { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' },
  download: { pdf: 'Download as PDF', xlsx: 'Download for Excel', csv: 'Download as CSV' },
};
