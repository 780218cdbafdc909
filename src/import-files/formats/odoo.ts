import type { DocumentFormat } from '../tables/document-format.ts';

const states: DocumentFormat['states'] = {
  ...{ paid: 'paid', in_payment: 'paid', not_paid: 'unpaid', partial: 'partly_paid', reversed: 'unpaid' },
  ...{ draft: 'draft', posted: 'unpaid', cancel: 'cancelled' },
};

/** Exports of customer invoices, with the labels of the screen or the names of the fields. */
export const odooFormats: readonly DocumentFormat[] = [
  {
    ...{ source: 'odoo', signature: ['Number', 'Invoice Partner Display Name', 'Invoice/Bill Date'], states },
    columns: {
      number: ['Number'],
      kind: ['Type'],
      customerName: ['Invoice Partner Display Name', 'Partner'],
      issuedOn: ['Invoice/Bill Date'],
      dueOn: ['Due Date'],
      net: ['Untaxed Amount', 'Untaxed Amount Signed', 'Tax Excluded', 'Untaxed Amount in Currency Signed'],
      vat: ['Tax', 'Tax Signed'],
      total: ['Total', 'Total Signed', 'Total in Currency Signed'],
      balance: ['Amount Due', 'Amount Due Signed'],
      currency: ['Currency'],
      state: ['Payment Status', 'Status'],
    },
  },
  {
    ...{ source: 'odoo', signature: ['name', 'invoice_partner_display_name', 'invoice_date'], states },
    columns: {
      number: ['name'],
      kind: ['move_type'],
      customerName: ['invoice_partner_display_name', 'partner_id'],
      issuedOn: ['invoice_date'],
      dueOn: ['invoice_date_due'],
      net: ['amount_untaxed', 'amount_untaxed_signed'],
      vat: ['amount_tax', 'amount_tax_signed'],
      total: ['amount_total', 'amount_total_signed'],
      balance: ['amount_residual', 'amount_residual_signed'],
      currency: ['currency_id'],
      state: ['payment_state', 'state'],
    },
  },
];
