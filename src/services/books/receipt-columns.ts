import type { ReceiptEvent, ReceiptNature } from '../../domain/books/receipts-book.ts';
import { fr } from '../../pdf/locales/fr.ts';
import { type ShownColumn, shownMoney, shownNumber } from '../import-export/column.ts';
import type { NumberedLine } from './read-receipts.ts';

/** What a line states, in the words of the book. */
export const eventNames: Readonly<Record<ReceiptEvent, string>> = {
  payment: 'Encaissement',
  payment_reversed: 'Annulation d’un encaissement',
  refund: 'Remboursement d’un avoir',
  refund_withdrawn: 'Annulation d’un remboursement',
  overpayment: 'Trop-perçu',
  overpayment_applied: 'Trop-perçu imputé sur un autre document',
  overpayment_restored: 'Imputation annulée',
  overpayment_returned: 'Trop-perçu rendu',
  takings: 'Recettes sans facture',
  takings_corrected: 'Correction de recettes sans facture',
};

export const natureNames: Readonly<Record<ReceiptNature, string>> = {
  bic_goods: 'Vente de marchandises (BIC)',
  bic_services: 'Prestation de services (BIC)',
  bnc: 'Prestation de services (BNC)',
};

/** The means of payment of a line, in French. */
export const methodOf = ({ method, otherMethod }: NumberedLine): string | undefined =>
  method === undefined ? undefined : method === 'other' ? (otherMethod ?? fr.methods.other) : fr.methods[method];

const amountOf =
  (nature: ReceiptNature) =>
  ({ natures }: NumberedLine) =>
    shownMoney(natures.find((each) => each.nature === nature)?.amount);

/** A column of the book; a day is a date in a workbook. */
export type BookColumn = ShownColumn<NumberedLine> & { readonly isDay?: true };

/** The columns of the receipts book in a spreadsheet. */
export const receiptColumns: readonly BookColumn[] = [
  { names: ['N°'], show: ({ n }) => shownNumber(n) },
  { names: ['Date d’encaissement'], show: ({ on, receivedOn }) => receivedOn ?? on, isDay: true },
  { names: ['Pièce'], show: ({ reference }) => reference },
  { names: ['Client'], show: ({ customerName }) => customerName },
  { names: ['Opération'], show: ({ event }) => eventNames[event] },
  { names: ['Nature'], show: ({ natures }) => natures.map(({ nature }) => natureNames[nature]).join(' + ') },
  { names: ['Mode de règlement'], show: methodOf },
  { names: ['Montant encaissé'], show: ({ amount }) => shownMoney(amount) },
  { names: ['dont TVA'], show: ({ vat }) => shownMoney(vat) },
  { names: ['dont ventes (BIC)'], show: amountOf('bic_goods') },
  { names: ['dont prestations BIC'], show: amountOf('bic_services') },
  { names: ['dont prestations BNC'], show: amountOf('bnc') },
  {
    names: ['Débours, hors recettes'],
    show: ({ disbursements }) => (disbursements === 0 ? undefined : shownMoney(disbursements)),
  },
  { names: ['Devise d’origine'], show: ({ foreign }) => foreign?.currency },
  { names: ['Montant d’origine'], show: ({ foreign }) => foreign && shownMoney(foreign.amount) },
  { names: ['Note'], show: ({ note }) => note },
  { names: ['Identifiant'], show: ({ id }) => id },
  { names: ['Corrige'], show: ({ correctsId }) => correctsId },
  { names: ['Comptabilisé le'], show: ({ on }) => on, isDay: true },
];
