import type { DocumentColumns, DocumentFormat } from '../tables/document-format.ts';

// Reports and exports of invoices, of their items, of quotes and of credits. Each header begins
// with what it belongs to: `Client Name`, `Invoice Invoice Number`, `Item Line Total`.

const client: DocumentColumns = {
  company: ['Client Name', 'Client Nom', 'client.name'],
  customerKey: ['Client Number', 'Client Numéro', 'client.number'],
  currency: ['Client Currency', 'Client Devise', 'client.currency_id'],
  email: ['Contact Email', 'Contact E-mail', 'contact.email'],
  vatNumber: ['Client VAT Number', 'Client Numéro de TVA', 'client.vat_number'],
  siren: ['Client ID Number', 'Client Numéro ID', 'client.id_number'],
  address: ['Client Street', 'Client Address1', 'Client Rue', 'client.address1'],
  complement: ['Client Apt/Suite', 'Client Address2', 'client.address2'],
  zipCode: ['Client Postal Code', 'Client Code postal', 'client.postal_code'],
  city: ['Client City', 'Client Ville', 'client.city'],
  country: ['Client Country', 'Client Pays', 'client.country_id'],
};

/** The columns of one kind of document, whose headers have the same beginning in each language. */
const of = (english: string, french: string, field: string): DocumentColumns => {
  const names = (en: string, fr: string, api: string): string[] => [
    ...[`${english} ${en}`, `${french} ${fr}`, `${field}.${api}`],
  ];
  return {
    number: [
      ...names('Invoice Number', 'Numéro de facture', 'number'),
      ...names('Credit Number', "Numéro d'avoir", 'number'),
      ...names('Number', 'Numéro', 'number'),
    ],
    total: names('Amount', 'Montant', 'amount'),
    balance: names('Balance', 'Solde', 'balance'),
    paid: names('Paid to Date', 'Payé à ce jour', 'paid_to_date'),
    issuedOn: names('Date', 'Date', 'date'),
    dueOn: names('Due Date', "Date d'échéance", 'due_date'),
    state: names('Status', 'Statut', 'status'),
    vat: names('Tax Amount', 'Montant de la taxe', 'total_taxes'),
  };
};

const items: DocumentColumns = {
  lineText: ['Item Notes', 'Article Notes', 'item.notes'],
  lineRate: ['Item Tax Rate 1', 'Article Taux de taxe 1', 'item.tax_rate1'],
  lineNet: ['Item Line Total', 'Article Total', 'item.line_total'],
  lineTotal: ['Item Gross Line Total', 'Article Total brut', 'item.gross_line_total'],
};

const invoice = of('Invoice', 'Facture', 'invoice');
const states: DocumentFormat['states'] = { partial: 'partly_paid', acompte: 'partly_paid', sent: 'unpaid' };

/** Exports of invoices, items, credits and quotes in English and French. */
export const invoiceNinjaFormats: readonly DocumentFormat[] = [
  ...[
    ['Client Name', 'Invoice Invoice Number'],
    ['Client Nom', 'Facture Numéro de facture'],
    ['client.name', 'invoice.number'],
  ].map(
    (signature): DocumentFormat => ({
      ...{ source: 'invoice_ninja', signature, states },
      columns: { ...client, ...invoice, ...items },
    }),
  ),
  ...[
    ['Client Name', 'Credit Credit Number'],
    ['Client Nom', "Crédit Numéro d'avoir"],
  ].map(
    (signature): DocumentFormat => ({
      ...{ source: 'invoice_ninja', signature, states, kind: 'credit_note' },
      columns: { ...client, ...of('Credit', 'Crédit', 'credit') },
    }),
  ),
  {
    ...{ source: 'invoice_ninja', signature: ['Client Name', 'Quote Number'], states, kind: 'estimate' },
    columns: { ...client, ...of('Quote', 'Devis', 'quote') },
  },
];
