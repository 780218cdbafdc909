import type { DocumentFormat } from '../tables/document-format.ts';

/** Export of invoices from the dashboard; days are UTC. */
export const stripeFormats: readonly DocumentFormat[] = [
  {
    source: 'stripe',
    signature: ['id', 'Amount Due', 'Number', 'Status'],
    dateOrder: 'ymd',
    columns: {
      key: ['id'],
      number: ['Number'],
      state: ['Status'],
      issuedOn: ['Finalized At (UTC)', 'Date (UTC)', 'Created (UTC)', 'Date'],
      dueOn: ['Due Date (UTC)', 'Due Date'],
      currency: ['Currency'],
      net: ['Total Excluding Tax', 'Total excluding tax'],
      vat: ['Tax', 'Tax Amount'],
      total: ['Total'],
      paid: ['Amount Paid'],
      paidOn: ['Paid At (UTC)', 'Paid At'],
      title: ['Description'],
      customerKey: ['Customer', 'Customer ID'],
      customerName: ['Customer Name'],
      email: ['Customer Email'],
      vatNumber: ['Customer Tax ID', 'Business Vat ID'],
      address: ['Customer Address Line1'],
      complement: ['Customer Address Line2'],
      zipCode: ['Customer Address Postal Code', 'Customer Address Zip'],
      city: ['Customer Address City'],
      country: ['Customer Address Country'],
    },
    states: { void: 'cancelled', uncollectible: 'unpaid', deleted: 'cancelled' },
  },
];
