import type { Words } from '../catalogues.ts';

export const words: Words<'palette'> = {
  places: {
    identity: { name: 'Company identity', also: 'siret address name legal form capital telephone' },
    logo: { name: 'Logo', also: 'image letterhead brand' },
    duties: { name: 'Insurance and mediator', also: 'liability consumer' },
    vat: { name: 'VAT and regime', also: 'tax exemption rate number' },
    numbering: { name: 'Numbering', also: 'number series counter prefix' },
    bank: { name: 'Bank account', also: 'iban bic transfer' },
    terms: { name: 'Payment terms and methods', also: 'due date delay cheque' },
    penalties: { name: 'Late payment penalties', also: 'interest recovery discount' },
    reminders: { name: 'Automatic reminders', also: 'chase unpaid late' },
    online: { name: 'Online payment', also: 'stripe mollie card' },
    sale: { name: 'General terms of sale', also: 'notes text' },
    themes: { name: 'Document designs', also: 'colours font paper theme template' },
    mail: { name: 'E-mails', also: 'mail sending signature smtp' },
    languages: { name: 'Languages', also: 'english french translation' },
    people: { name: 'People and roles', also: 'accountant invite member access' },
    security: { name: 'Security', also: 'password second factor passkey session' },
    integrations: { name: 'Integrations', also: 'api keys webhook zapier make n8n assistant mcp' },
    audit: { name: 'Audit trail', also: 'log proof seal closing archive' },
    data: { name: 'Data and exports', also: 'csv backup usage download' },
    late: { name: 'Chase late invoices', also: 'unpaid reminder' },
    unpaid: { name: 'Invoices to collect', also: 'payment unpaid record' },
    recurring: { name: 'Recurring invoices', also: 'subscription monthly' },
    statements: { name: 'Bank statements', also: 'match import transfer ofx' },
    card: { name: 'Online payments', also: 'card payouts stripe mollie' },
    customer: { name: 'New customer', also: 'add create' },
  },
  help: {
    title: 'Help',
    said: 'Ctrl K also finds a setting, an act, a customer, an amount.',
    open: 'Open',
    topics: {
      invoice: {
        title: 'Send an invoice',
        said: 'Open “New invoice”, choose a customer, write the lines. “Finalize” gives the number; the document does not change afterwards.',
      },
      correct: {
        title: 'Correct a finalized invoice',
        said: 'A finalized invoice cannot be changed. From the invoice, make a credit note for all or part of it, then a new invoice.',
      },
      advance: {
        title: 'Ask for an advance',
        said: 'Make an estimate, note it signed, then invoice an advance. The final invoice deducts it.',
      },
      paid: {
        title: 'Get paid',
        said: 'Enter your IBAN, or connect Stripe or Mollie. Record a payment from the invoice, or import a bank statement.',
      },
      late: {
        title: 'Chase a customer',
        said: 'Late invoices are on the home page. Automatic reminders are set once and for all.',
      },
      logo: { title: 'Add a logo', said: 'In Settings, Identity. It is printed on all documents to come.' },
      vat: {
        title: 'Switch to VAT',
        said: 'In Settings, VAT and regime. The VAT number is proposed there; finalized documents do not change.',
      },
      accountant: {
        title: 'Give your accountant access',
        said: 'In Settings, People, invite them as accountant: they read and download everything, and change nothing.',
      },
      export: { title: 'Export', said: 'In Settings, Data: documents, customers and catalogue as CSV.' },
    },
  },
};
