import { readDay } from '../../csv/read-day.ts';
import type { KeptPurchase } from '../../db/books/purchases.ts';
import type { PaymentMethod } from '../../domain/billing/document/terms/payment-terms.ts';
import type { PurchaseNature } from '../../domain/books/purchase.ts';
import { owedVat } from '../../domain/books/purchase-vat.ts';
import { en } from '../../pdf/locales/en.ts';
import { fr } from '../../pdf/locales/fr.ts';
import {
  asMoney,
  asText,
  asTrimmed,
  asWord,
  type CellReader,
  type Column,
  shownMoney,
  shownNumber,
} from '../import-export/column.ts';
import { asVatRows, vatText } from './purchase-vat-text.ts';

export const purchaseNatureNames: Readonly<Record<PurchaseNature, string>> = {
  goods_for_resale: 'Marchandises',
  raw_materials: 'Matières premières',
  supplies: 'Fournitures',
  services: 'Services',
  travel: 'Déplacements',
  equipment: 'Équipement',
  other: 'Autres achats',
};

/** Further names of the natures in files. */
const otherNatureNames: Readonly<Record<PurchaseNature, readonly string[]>> = {
  goods_for_resale: ['Achats de marchandises', 'Goods for resale', 'Goods'],
  raw_materials: ['Matière première', 'Raw materials'],
  supplies: ['Fourniture', 'Supplies', 'Achats'],
  services: ['Prestations', 'Prestation de services', 'Services'],
  travel: ['Déplacement', 'Transport', 'Travel'],
  equipment: ['Matériel', 'Equipment'],
  other: ['Autre', 'Divers', 'Other', 'Other purchases'],
};

/** Further names of the means of payment in files. */
const otherMethodNames: Partial<Readonly<Record<PaymentMethod, readonly string[]>>> = {
  transfer: ['virement bancaire', 'virement SEPA', 'transfer'],
  direct_debit: ['prélèvement automatique', 'prélèvement SEPA'],
  credit_card: ['CB', 'carte', 'carte bleue', 'credit card', 'debit card'],
  cheque: ['chèque bancaire', 'check'],
  cash: ['liquide', 'espèce'],
};

const natureLabels = Object.fromEntries(
  Object.entries(purchaseNatureNames).map(([nature, name]) => [
    nature,
    [name, ...otherNatureNames[nature as PurchaseNature]],
  ]),
);
const methodLabels = Object.fromEntries(
  Object.entries(fr.methods).map(([method, name]) => [
    method,
    [name, en.methods[method as PaymentMethod], ...(otherMethodNames[method as PaymentMethod] ?? [])],
  ]),
);

/** A day, read as day, month, year unless the year comes first. */
const asDay: CellReader = (cell) => {
  const value = readDay(cell, 'dmy');
  return value === undefined ? { fault: DAY_UNREADABLE } : { value };
};
const DAY_UNREADABLE = {
  code: 'day_unreadable',
  fr: 'Cette date est illisible. Écrivez-la comme 31/01/2026 ou 2026-01-31',
  en: 'This date cannot be read. Write it as 31/01/2026 or 2026-01-31',
};

/** The means of payment of a line, in French. */
export const purchaseMethodName = ({ method }: KeptPurchase): string => fr.methods[method];

/** A column of the register; a day is a date in a workbook. */
type RegisterColumn = Column<KeptPurchase> & { readonly isDay?: true };

const column = (
  member: string,
  names: RegisterColumn['names'],
  show: RegisterColumn['show'],
  more: Partial<Pick<RegisterColumn, 'read' | 'isDay'>> = {},
): RegisterColumn => ({ member, names, show, read: asTrimmed, ...more });

/**
 * The columns of the register of purchases in a spreadsheet. Those that an import gives anew, such
 * as numbers and receipts, are read and left out.
 */
export const purchaseColumns: readonly RegisterColumn[] = [
  column('number', ['N°', 'Number'], ({ number }) => shownNumber(number)),
  column(
    'paidOn',
    ['Date de paiement', 'Payé le', 'Date de règlement', 'Date', 'Payment date', 'Date of payment'],
    ({ paidOn }) => paidOn,
    { isDay: true, read: asDay },
  ),
  column('supplierName', ['Fournisseur', 'Nom du fournisseur', 'Supplier', 'Vendor'], (line) => line.supplierName),
  column('nature', ['Nature', 'Catégorie', 'Category'], ({ nature }) => purchaseNatureNames[nature], {
    read: asWord(natureLabels),
  }),
  column('designation', ['Désignation', 'Libellé', 'Description'], (line) => line.designation, { read: asText }),
  column(
    'amount',
    ['Montant TTC', 'TTC', 'Total TTC', 'Montant', 'Amount', 'Amount including tax', 'Total'],
    ({ amount }) => shownMoney(amount),
    { read: asMoney },
  ),
  column(
    'deductibleVat',
    ['dont TVA déductible', 'TVA déductible', 'TVA', 'Deductible VAT', 'VAT'],
    ({ deductibleVat }) => shownMoney(deductibleVat),
    { read: asMoney },
  ),
  column(
    'method',
    [
      'Mode de règlement',
      'Règlement',
      'Moyen de paiement',
      'Mode de paiement',
      'Paiement',
      'Payment method',
      'Payment',
    ],
    purchaseMethodName,
    { read: asWord(methodLabels) },
  ),
  column(
    'reference',
    ['Pièce', 'N° de pièce', 'Référence', 'N° de facture', 'Numéro de facture', 'Reference', 'Invoice number'],
    ({ reference }) => reference,
  ),
  column('receipt', ['Justificatif', 'Receipt'], ({ receipt }) => receipt?.name),
  column('receiptSha256', ['Empreinte du justificatif (SHA-256)'], ({ receipt }) => receipt?.sha256),
  column('id', ['Identifiant'], ({ id }) => id),
  column('correctsId', ['Annule', 'Takes back'], (line) => line.correctsId),
  column('replacesId', ['Remplace', 'Replaces'], (line) => line.replacesId),
  column('supplierInvoiceId', ['Facture reçue'], (line) => line.supplierInvoiceId),
  column('bookedOn', ['Comptabilisé le', 'Booked on'], ({ bookedOn }) => bookedOn, { isDay: true }),
  // The API name `vat` would be the header of an amount.
  column('vatByRate', ['TVA par taux', 'VAT by rate'], ({ vat }) => vat.map(vatText).join(' ; '), { read: asVatRows }),
  column('owedVat', ['TVA autoliquidée'], ({ vat }) => shownMoney(owedVat(vat).owed)),
  column('owedDeductible', ['dont autoliquidée déductible'], ({ vat }) => shownMoney(owedVat(vat).deductible)),
];
