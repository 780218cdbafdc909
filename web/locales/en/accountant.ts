import type { words as french } from '../fr/accountant.ts';

/** The page of the accountant. */
export const words: typeof french = {
  title: 'Accountant’s corner',
  closings: 'Closings',
  intro:
    'What an accountant looks at: whether the period is complete, what is still to be answered, and the files to hand over. An invited accountant reads everything, comments and closes; they change nothing else.',
  states: {
    open: 'The period is open.',
    partly_closed: (day) => `The period is closed through ${day}.`,
    closed: 'The period is closed.',
  },
  completeness: 'What may be missing',
  complete: 'Nothing is missing in this period.',
  missing: {
    bankTransactions: (count) =>
      count === 1 ? 'One bank transaction without document' : `${count} bank transactions without document`,
    debitsWithoutPurchase: (count) =>
      count === 1 ? 'One bank debit without purchase' : `${count} bank debits without purchase`,
    purchasesWithoutReceipt: (count) =>
      count === 1 ? 'One purchase without receipt' : `${count} purchases without receipt`,
    drafts: (count) => (count === 1 ? 'One draft dated in the period' : `${count} drafts dated in the period`),
    supplierInvoices: (count) =>
      count === 1 ? 'One received invoice not in the register' : `${count} received invoices not in the register`,
    linesWithoutRate: (count) =>
      count === 1 ? 'One receipt without exchange rate' : `${count} receipts without exchange rate`,
  },
  files: 'Files of the period',
  receipts: 'Receipts book',
  purchases: 'Register of purchases',
  payments: 'Payments',
  documents: 'Documents',
  mileage: 'Mileage log',
  journals: 'Accounting entries (FEC)',
  vat: 'VAT return',
  archive: 'Legal archive',
  comments: 'Comments',
  noComments: 'No open comment.',
  entry: 'Entry',
  choose: 'Choose an entry',
  line: (number, day, name, amount) => `No. ${number} · ${day} · ${name} · ${amount}`,
  entryOf: {
    receipt: 'Line of the receipts book',
    purchase: 'Line of the register of purchases',
    document: 'Document',
  },
  text: 'Comment',
  add: 'Comment',
  added: 'Comment added',
  answer: 'Answer',
  resolve: 'Resolve',
  resolved: 'Comment resolved',
  writtenOn: (day) => `on ${day}`,
};
