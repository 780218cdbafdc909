import type { DocumentFormat } from '../tables/document-format.ts';

/** A paid order is an invoice for the shop; refunded and failed orders are left out. */
const states: DocumentFormat['states'] = {
  ...{ completed: 'paid', processing: 'paid', terminée: 'paid', 'en cours': 'paid' },
  ...{ 'on-hold': 'unpaid', 'en attente': 'unpaid', pending: 'unpaid', 'attente paiement': 'unpaid' },
  ...{ 'checkout-draft': 'draft', 'auto-draft': 'draft', remboursée: 'cancelled', refunded: 'cancelled' },
};

/** The table of orders of the analytics, and the exports of orders of its usual extensions. */
export const wooCommerceFormats: readonly DocumentFormat[] = [
  {
    ...{ source: 'woocommerce', signature: ['Order #', 'Status', 'Customer', 'Customer type'], states },
    columns: {
      number: ['Order #'],
      issuedOn: ['Date'],
      state: ['Status'],
      customerName: ['Customer'],
      net: ['Net Sales', 'Net sales', 'N. Revenue'],
      lineText: ['Product(s)'],
    },
  },
  {
    ...{ source: 'woocommerce', signature: ['order_id', 'order_total', 'billing_email'], states },
    columns: {
      number: ['order_number', 'order_id'],
      key: ['order_id'],
      issuedOn: ['order_date', 'date'],
      state: ['status', 'order_status'],
      currency: ['order_currency', 'currency'],
      vat: ['tax_total', 'order_tax', 'cart_tax'],
      total: ['order_total'],
      paidOn: ['paid_date', 'date_paid'],
      method: ['payment_method', 'payment_method_title'],
      customerKey: ['customer_id', 'customer_user'],
      company: ['billing_company'],
      firstName: ['billing_first_name'],
      lastName: ['billing_last_name'],
      email: ['billing_email'],
      address: ['billing_address_1'],
      complement: ['billing_address_2'],
      zipCode: ['billing_postcode'],
      city: ['billing_city'],
      country: ['billing_country'],
    },
  },
];
