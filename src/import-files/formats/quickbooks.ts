import type { DocumentFormat } from '../tables/document-format.ts';

/** Lists and reports of QuickBooks Online, with a title above the headers. */
export const quickBooksFormats: readonly DocumentFormat[] = [
  {
    source: 'quickbooks',
    signature: ['Date', 'Transaction type', 'Num', 'Open balance'],
    columns: {
      number: ['Num', 'No.'],
      kind: ['Transaction type'],
      issuedOn: ['Date'],
      dueOn: ['Due date'],
      customerName: ['Name', 'Customer', 'Customer full name'],
      net: ['Amount before tax', 'Net amount'],
      vat: ['Tax amount'],
      total: ['Amount', 'Total'],
      balance: ['Open balance'],
      currency: ['Currency'],
      state: ['Status'],
    },
  },
];
