import type { words as french } from '../fr/palette.ts';

export const words: typeof french = {
  places: {
    identity: { name: 'Company identity', also: 'siret address name legal form capital phone' },
    logo: { name: 'Logo', also: 'image letterhead brand' },
    duties: { name: 'Insurance and mediator', also: 'liability consumer' },
    vat: { name: 'VAT and scheme', also: 'tax exemption rate number regime' },
    numbering: { name: 'Numbering', also: 'number series counter prefix' },
    bank: { name: 'Bank account', also: 'iban bic transfer' },
    terms: { name: 'Payment terms and methods', also: 'due date delay cheque' },
    penalties: { name: 'Late payment penalties', also: 'interest recovery discount' },
    reminders: { name: 'Automatic reminders', also: 'chase unpaid late' },
    online: { name: 'Online payment', also: 'stripe mollie card' },
    sale: { name: 'General terms of sale', also: 'notes text' },
    themes: { name: 'Document designs', also: 'colours font paper theme template' },
    mail: { name: 'Emails', also: 'mail sending signature smtp' },
    languages: { name: 'Languages', also: 'english french translation' },
    people: { name: 'Users and roles', also: 'people accountant invite member access' },
    security: { name: 'Security', also: 'password second factor two-factor passkey session' },
    platform: { name: 'Approved platform', also: 'electronic invoice pa pdp reform super pdp' },
    integrations: { name: 'Integrations', also: 'api keys webhook zapier make n8n assistant mcp' },
    audit: { name: 'Audit trail', also: 'log proof seal closing archive' },
    data: { name: 'Data and exports', also: 'csv backup usage download' },
    late: { name: 'Remind late customers', also: 'unpaid chase reminder' },
    unpaid: { name: 'Invoices to collect', also: 'payment unpaid record' },
    recurring: { name: 'Recurring invoices', also: 'subscription monthly' },
    received: { name: 'Received invoices', also: 'supplier purchase upload' },
    book: { name: 'Receipts book', also: 'received register micro urssaf accountant' },
    urssaf: { name: 'Urssaf declaration', also: 'contributions micro turnover acre income tax' },
    statements: { name: 'Bank statements', also: 'match import transfer ofx' },
    card: { name: 'Online payments', also: 'card payouts stripe mollie' },
    customer: { name: 'New customer', also: 'add create' },
  },
  help: {
    title: 'Help',
    screen: 'Help for this screen',
    manual: 'All help',
    said: 'Ctrl K also finds a setting, an action, a customer, an amount, a page of the help.',
    open: 'Open',
    topics: {
      invoice: {
        title: 'Send an invoice',
        said: 'Open “New invoice”, choose a customer, write the lines. “Finalize” assigns the number; the document no longer changes after that.',
      },
      correct: {
        title: 'Correct a finalized invoice',
        said: 'A finalized invoice cannot be changed. From the invoice, make a credit note for all or part of it, then a new invoice.',
      },
      advance: {
        title: 'Request an advance',
        said: 'Make an estimate, mark it as signed, then choose “Request an advance”. The final invoice deducts it.',
      },
      paid: {
        title: 'Get paid',
        said: 'Enter your IBAN, or connect Stripe or Mollie. Record a payment from the invoice, or import a bank statement.',
      },
      late: {
        title: 'Remind a customer',
        said: 'Late invoices are on the home page. Set up automatic reminders once and for all.',
      },
      logo: { title: 'Add a logo', said: 'In Settings, Identity. It is printed on all future documents.' },
      vat: {
        title: 'Switch to VAT',
        said: 'In Settings, VAT and scheme. The settings suggest your VAT number; finalized documents do not change.',
      },
      accountant: {
        title: 'Give your accountant access',
        said: 'In Settings, Users, invite them as an accountant: they can read and download everything, and change nothing.',
      },
      export: { title: 'Export', said: 'In Settings, Data: documents, customers and catalogue as CSV.' },
    },
  },
};
