import type { DocumentFormat } from '../tables/document-format.ts';

/** `invoices.csv` of the export of all data. Its `customer` cell is JSON; the name is apart. */
export const middayFormats: readonly DocumentFormat[] = [
  {
    source: 'midday',
    signature: ['invoiceNumber', 'issueDate', 'lineItems', 'customerName'],
    dateOrder: 'ymd',
    columns: {
      key: ['id'],
      number: ['invoiceNumber'],
      state: ['status'],
      issuedOn: ['issueDate'],
      dueOn: ['dueDate'],
      currency: ['currency'],
      vat: ['vat'],
      total: ['amount'],
      paidOn: ['paidAt'],
      customerName: ['customerName'],
      email: ['sentTo'],
    },
  },
];
