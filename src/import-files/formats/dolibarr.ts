import type { DocumentFormat } from '../tables/document-format.ts';

// Exports of customer invoices with their lines, or with their payments. The headers are those of
// the language of the user, or the names of the fields.

const columns: DocumentFormat['columns'] = {
  number: ['Réf. facture', 'Ref. facture', 'Réf facture', 'Invoice ref.', 'InvoiceRef', 'f.ref', 'f.facnumber'],
  key: ['Id facture', 'Invoice id', 'InvoiceId', 'f.rowid'],
  kind: ['Type', 'Type facture', 'f.type'],
  issuedOn: ['Date facturation', 'Date facture', 'Invoice date', 'DateInvoice', 'f.datef'],
  dueOn: ['Date échéance', "Date d'échéance", 'Date limite règlement', 'Due date', 'DateDue', 'f.date_lim_reglement'],
  net: ['Montant HT', 'Total HT', 'Total (excl. tax)', 'Total (net of tax)', 'TotalHT', 'f.total_ht', 'f.total'],
  total: ['Montant TTC', 'Total TTC', 'Total (inc. tax)', 'TotalTTC', 'f.total_ttc'],
  vat: ['Montant TVA', 'Total TVA', 'Total tax', 'TotalVAT', 'f.total_tva', 'f.tva'],
  isPaid: ['Facture payée', 'Payée', 'Invoice paid', 'InvoicePaid', 'f.paye'],
  state: ['État facture', 'Etat facture', 'Statut facture', 'Invoice status', 'InvoiceStatus', 'f.fk_statut'],
  balance: ['Reste à payer', 'Remain to pay', 'Rest', 'none.rest'],
  currency: ['Devise', 'Currency', 'f.multicurrency_code'],
  lineText: ['Description de ligne', 'Line description', 'LineDescription', 'fd.description'],
  lineRate: ['Taux de TVA de la ligne', 'Line VAT rate', 'LineVATRate', 'fd.tva_tx'],
  lineNet: ['Montant HT de la ligne', 'Amount net of tax for line', 'LineTotalHT', 'fd.total_ht'],
  lineVat: ['Montant TVA de la ligne', 'Amount of VAT for line', 'LineTotalVAT', 'fd.total_tva'],
  lineTotal: ['Montant TTC de la ligne', 'Amount with tax for line', 'LineTotalTTC', 'fd.total_ttc'],
  paymentAmount: [
    ...['Montant paiement ventilé sur la facture', 'Montant règlement distribué sur facture'],
    ...['AmountPaymentDistributedOnInvoice', 'Montant règlement', 'Montant du règlement', 'Payment amount'],
    ...['AmountPayment', 'pf.amount'],
  ],
  paidOn: ['Date règlement', 'Date paiement', 'Date du règlement', 'Payment date', 'DatePayment', 'p.datep'],
  method: ['Code mode de règlement', 'Mode de règlement', 'Payment mode', 'CodePaymentMode', 'PaymentMode', 'pt.code'],
  customerKey: ['Code client', 'Customer code', 'CustomerCode', 's.code_client', 'Id tiers', 'IdCompany', 's.rowid'],
  company: ['Nom tiers', 'Nom du tiers', 'Nom société', 'Third-party name', 'CompanyName', 's.nom'],
  siren: ['Id prof. 1 (SIREN)', 'SIREN', 'ProfId1', 'Prof Id 1', 's.siren', 'Id prof. 2 (SIRET)', 'ProfId2', 's.siret'],
  vatNumber: ['Numéro de TVA', 'VAT ID', 'VATIntra', 's.tva_intra'],
  address: ['Adresse', 'Address', 's.address'],
  zipCode: ['Code postal', 'Zip Code', 'Zip', 's.zip'],
  city: ['Ville', 'City', 'Town', 's.town'],
  country: ['Code pays', 'Country code', 'CountryCode', 'c.code'],
};

/** 0 standard, 1 replacement, 2 credit note, 3 deposit, 5 situation; 4 is a pro forma. */
const kinds: DocumentFormat['kinds'] = {
  ...{ '0': 'invoice', '1': 'invoice', '2': 'credit_note', '3': 'advance', '5': 'invoice' },
};
/** 0 draft, 1 validated, 2 paid, 3 abandoned. */
const states: DocumentFormat['states'] = { '0': 'draft', '1': 'unpaid', '2': 'paid', '3': 'cancelled' };

const dolibarr = (...signature: string[]): DocumentFormat => ({
  ...{ source: 'dolibarr', signature, columns, kinds, states },
});

/** Exports of customer invoices, with lines or with payments. */
export const dolibarrFormats: readonly DocumentFormat[] = [
  dolibarr('f.ref', 'f.datef'),
  dolibarr('f.facnumber', 'f.datef'),
  dolibarr('InvoiceRef', 'DateInvoice'),
  dolibarr('Réf. facture', 'Date facturation'),
  dolibarr('Réf. facture', 'Date facture'),
  dolibarr('Invoice ref.', 'Invoice date'),
];
