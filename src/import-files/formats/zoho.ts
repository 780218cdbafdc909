import type { DocumentFormat } from '../tables/document-format.ts';

const customer: DocumentFormat['columns'] = {
  customerKey: ['Customer ID', 'Customer Number'],
  company: ['Company Name'],
  customerName: ['Customer Name'],
  email: ['Primary Contact EmailID', 'Contact EmailID', 'Email'],
  vatNumber: ['VAT Registration Number', 'Tax Registration Number', 'Customer VAT Number'],
  address: ['Billing Address', 'Billing Street'],
  complement: ['Billing Street2'],
  zipCode: ['Billing Code', 'Billing Zip'],
  city: ['Billing City'],
  country: ['Billing Country'],
};
const amounts: DocumentFormat['columns'] = {
  currency: ['Currency Code'],
  total: ['Total'],
  balance: ['Balance'],
  lineText: ['Item Name', 'Item Desc'],
  lineNet: ['Item Total'],
  lineRate: ['Item Tax %'],
  lineVat: ['Item Tax Amount'],
};
const states: DocumentFormat['states'] = { closed: 'paid', sent: 'unpaid', invoiced: 'paid' };

/** Exports of invoices, credit notes and estimates of Zoho Books and Zoho Invoice, by line. */
export const zohoFormats: readonly DocumentFormat[] = [
  {
    ...{ source: 'zoho', signature: ['Invoice Number', 'Invoice Status', 'Customer Name'], states },
    columns: {
      ...customer,
      ...amounts,
      key: ['Invoice ID'],
      number: ['Invoice Number'],
      issuedOn: ['Invoice Date'],
      dueOn: ['Due Date'],
      state: ['Invoice Status'],
      title: ['Subject'],
      paidOn: ['Last Payment Date'],
    },
  },
  {
    ...{
      source: 'zoho',
      signature: ['Credit Note Number', 'Credit Note Status', 'Customer Name'],
      states,
      kind: 'credit_note',
    },
    columns: {
      ...customer,
      ...amounts,
      key: ['CreditNotes ID', 'Credit Note ID'],
      number: ['Credit Note Number'],
      issuedOn: ['Credit Note Date'],
      state: ['Credit Note Status'],
      corrects: ['Associated Invoice Number', 'Invoice Number'],
    },
  },
  {
    ...{ source: 'zoho', signature: ['Quote Number', 'Quote Status', 'Customer Name'], states, kind: 'estimate' },
    columns: {
      ...customer,
      ...amounts,
      key: ['Quote ID'],
      number: ['Quote Number'],
      issuedOn: ['Quote Date'],
      dueOn: ['Expiry Date'],
      state: ['Quote Status'],
    },
  },
];
