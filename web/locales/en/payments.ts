import type { words as french } from '../fr/payments.ts';
import { online } from './online-payments.ts';

const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

export const words: typeof french = {
  online,
  bank: 'Bank',
  title: 'Payments',
  search: 'Search payments',
  hint: 'Number or customer',
  caption: 'Payments received',
  heads: { receivedOn: 'Received', customer: 'Customer', document: 'Document', method: 'Method', amount: 'Amount' },
  methods: {
    transfer: 'Bank transfer',
    direct_debit: 'Direct debit',
    credit_card: 'Card',
    cheque: 'Cheque',
    universal_employment_service_cheque: 'CESU',
    cash: 'Cash',
    paypal: 'PayPal',
    stripe: 'Stripe',
    other: 'Other',
  },
  reversal: 'Reversal',
  method: 'Method',
  anyMethod: 'All methods',
  period: 'Year',
  anyPeriod: 'All years',
  days: 'Days',
  currency: 'Currency',
  order: { label: 'Order', newest: 'Newest first', oldest: 'Oldest first' },
  sum: (count, amount) => `${many(count, 'entry', 'entries')}, ${amount} received incl. VAT`,
  refunds: {
    title: (count) => (count === 1 ? '1 credit note refunded' : `${count} credit notes refunded`),
    caption: 'Refunded credit notes',
    on: 'Refunded on',
    sum: (amount) => `${amount} excl. VAT refunded on credit notes`,
  },
  collected: (amount) => `Turnover collected: ${amount} excl. VAT`,
  nothing: 'No matching payment.',
  clear: 'Clear filters',
  export: 'Export',
  back: {
    act: 'Reverse the payment',
    of: (number) => `Reverse the payment of ${number}`,
    title: (number) => `Reverse the payments of ${number}`,
    said: 'A payment is never erased: a counter-entry dated today reverses it. All payments on this document are reversed, and it is due again.',
    go: 'Reverse the payments',
    cancel: 'Keep the payments',
    done: (number) => `${number} is due again`,
  },
  empty: {
    title: 'No payments yet',
    said: 'When a transfer arrives, record it on the invoice, or select several invoices at once. A payment is never erased: it is reversed by a counter-entry.',
    toPay: 'View invoices to collect',
    bank: 'Import a statement',
  },
};
