import type { KeptPurchase } from '../../db/books/purchases.ts';
import type { PurchaseNature } from '../../domain/books/purchase.ts';
import { owedVat, type PurchaseVat, type PurchaseVatTreatment } from '../../domain/books/purchase-vat.ts';
import { fr } from '../../pdf/locales/fr.ts';
import { type ShownColumn, shownMoney, shownNumber } from '../import-export/column.ts';

export const purchaseNatureNames: Readonly<Record<PurchaseNature, string>> = {
  goods_for_resale: 'Marchandises',
  raw_materials: 'Matières premières',
  supplies: 'Fournitures',
  services: 'Services',
  travel: 'Déplacements',
  equipment: 'Équipement',
  other: 'Autres achats',
};

const treatmentNames: Readonly<Record<PurchaseVatTreatment, string>> = {
  charged: 'facturée',
  domestic_reverse_charge: 'autoliquidée, sous-traitance du bâtiment',
  foreign_services: 'autoliquidée, services de l’étranger',
  union_goods: 'autoliquidée, biens de l’Union européenne',
  foreign_supplies: 'autoliquidée, fournisseur non établi en France',
};

/** A row of VAT in French: “20 % sur 41,58 = 8,32, facturée”. */
export const vatText = ({ treatment, rate, net, vat }: PurchaseVat): string =>
  `${decimal(rate / HUNDRED)} % sur ${euros(net)} = ${euros(vat)}, ${treatmentNames[treatment]}`;
/** Basis points of a percent, and cents of an euro. */
const HUNDRED = 100;
const decimal = (value: number | string): string => String(value).replace('.', ',');
const euros = (cents: number): string => decimal((cents / HUNDRED).toFixed(2));

/** The means of payment of a line, in French. */
export const purchaseMethodName = ({ method }: KeptPurchase): string => fr.methods[method];

/** A column of the register; a day is a date in a workbook. */
type RegisterColumn = ShownColumn<KeptPurchase> & { readonly isDay?: true };

/** The columns of the register of purchases in a spreadsheet. */
export const purchaseColumns: readonly RegisterColumn[] = [
  { names: ['N°'], show: ({ number }) => shownNumber(number) },
  { names: ['Date de paiement'], show: ({ paidOn }) => paidOn, isDay: true },
  { names: ['Fournisseur'], show: ({ supplierName }) => supplierName },
  { names: ['Nature'], show: ({ nature }) => purchaseNatureNames[nature] },
  { names: ['Désignation'], show: ({ designation }) => designation },
  { names: ['Montant TTC'], show: ({ amount }) => shownMoney(amount) },
  { names: ['dont TVA déductible'], show: ({ deductibleVat }) => shownMoney(deductibleVat) },
  { names: ['Mode de règlement'], show: purchaseMethodName },
  { names: ['Pièce'], show: ({ reference }) => reference },
  { names: ['Justificatif'], show: ({ receipt }) => receipt?.name },
  { names: ['Empreinte du justificatif (SHA-256)'], show: ({ receipt }) => receipt?.sha256 },
  { names: ['Identifiant'], show: ({ id }) => id },
  { names: ['Annule'], show: ({ correctsId }) => correctsId },
  { names: ['Remplace'], show: ({ replacesId }) => replacesId },
  { names: ['Facture reçue'], show: ({ supplierInvoiceId }) => supplierInvoiceId },
  { names: ['Comptabilisé le'], show: ({ bookedOn }) => bookedOn, isDay: true },
  { names: ['TVA par taux'], show: ({ vat }) => vat.map(vatText).join(' ; ') },
  { names: ['TVA autoliquidée'], show: ({ vat }) => shownMoney(owedVat(vat).owed) },
  { names: ['dont autoliquidée déductible'], show: ({ vat }) => shownMoney(owedVat(vat).deductible) },
];
