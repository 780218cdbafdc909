import type { online as french } from '../fr/online-payments.ts';

export const online: typeof french = {
  title: 'Online payments',
  intro: 'What your customers paid by card from their link, what the provider kept, and what it paid out to your bank.',
  back: 'All payments',
  open: 'Online payments',
  year: 'Year',
  month: 'Month',
  anyMonth: 'Whole year',
  sums: { received: 'Received', fee: 'Fees', refunded: 'Given back', paidOut: 'Paid out' },
  caption: 'Online payments',
  heads: { on: 'Paid on', customer: 'Customer', document: 'Document', state: 'State', amount: 'Amount', fee: 'Fee' },
  states: {
    opening: 'Begun',
    open: 'Begun',
    pending: 'Under way at the bank',
    paid: 'Paid',
    failed: 'Declined',
    expired: 'Given up',
    refunded: 'Given back',
  },
  none: 'No online payment in this period.',
  apart: {
    title: 'Money to give back or to account for',
    said: 'No document could take this money: already paid, canceled, or overpaid. Refund it at your provider, and it leaves this list.',
  },
  payouts: {
    title: 'Payouts to your bank',
    none: 'No payout in this period.',
    one: (day) => `Paid out on ${day}`,
    fee: (amount) => `fees ${amount}`,
    kinds: { payment: 'Payment', refund: 'Given back', fee: 'Fee of the provider', other: 'Other entry' },
    lines: (count) => (count === 1 ? '1 line' : `${count} lines`),
    noLines: 'The provider does not say what this payout is made of.',
    export: 'Export payouts',
    file: 'payouts',
  },
};
