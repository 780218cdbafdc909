import type { DocumentFormat } from '../tables/document-format.ts';

/** Export of invoices: a workbook with sheets of invoices, items, totals and transactions. */
export const akauntingFormats: readonly DocumentFormat[] = [
  {
    source: 'akaunting',
    signature: ['invoice_number', 'invoiced_at', 'contact_name', 'currency_code'],
    dateOrder: 'ymd',
    columns: {
      number: ['invoice_number'],
      state: ['status'],
      issuedOn: ['invoiced_at'],
      dueOn: ['due_at'],
      total: ['amount'],
      currency: ['currency_code'],
      title: ['title'],
      customerName: ['contact_name'],
      email: ['contact_email'],
      vatNumber: ['contact_tax_number'],
      address: ['contact_address'],
      zipCode: ['contact_zip_code'],
      city: ['contact_city'],
      country: ['contact_country'],
    },
    parts: [
      {
        signature: ['invoice_number', 'item_name', 'quantity', 'total', 'tax'],
        columns: { number: ['invoice_number'], lineText: ['item_name'], lineNet: ['total'], lineVat: ['tax'] },
      },
      {
        signature: ['invoice_number', 'paid_at', 'amount', 'payment_method'],
        columns: {
          number: ['invoice_number'],
          paidOn: ['paid_at'],
          paymentAmount: ['amount'],
          method: ['payment_method'],
        },
      },
    ],
  },
];
