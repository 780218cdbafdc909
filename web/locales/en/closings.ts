import type { words as french } from '../fr/closings.ts';

/** Closings of the books. */
export const words: typeof french = {
  title: 'Closings',
  receipts: 'Receipts book',
  accountant: 'Accountant’s corner',
  intro:
    'Closing freezes the receipts book, the register of purchases and the mileage log through a day: lines, totals and numbers no longer change. What you record later for a closed day is booked on the first open day, and says so.',
  closedThrough: (day) => `The books are closed through ${day}.`,
  neverClosed: 'The books were never closed.',
  through: 'Close through',
  prepare: 'See what will be closed…',
  ownersOnly: 'An owner of the account or an invited accountant closes the books.',
  confirm: {
    title: (day) => `Close through ${day}?`,
    description:
      'A closing cannot be undone. Nothing is refused afterwards: a payment or a purchase of this period is booked on the first open day.',
    cancel: 'Cancel',
    submit: 'Close for good',
  },
  period: 'Period',
  span: (from, to) => `${from} to ${to}`,
  linesOf: (count) => (count === 1 ? '1 line' : `${count} lines`),
  purchases: 'Register of purchases',
  mileage: 'Mileage',
  withoutRate: (count) =>
    count === 1
      ? 'One line has no exchange rate to the euro: the closing will be refused.'
      : `${count} lines have no exchange rate to the euro: the closing will be refused.`,
  closed: (day) => `Books closed through ${day}`,
  list: 'Closings made',
  number: (number) => `No. ${number}`,
  closedOn: 'Closed on',
  digest: 'Digest (SHA-256)',
  download: (from, to) => `, ${from} to ${to}, as PDF`,
  verify: 'Verify the closings',
  intact: (closings, lines) =>
    `Intact: ${closings === 1 ? '1 closing' : `${closings} closings`}, ${lines === 1 ? '1 line read again' : `${lines} lines read again`}.`,
  altered: (numbers) => `A digest no longer matches: closing ${numbers}. Contact the person who hosts Facturier.`,
  more: 'Show more',
};
