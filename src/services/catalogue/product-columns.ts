import type * as z from 'zod';
import { moved, readNumber } from '../../csv/read-number.ts';
import { productUnits } from '../../domain/billing/document/lines/product-unit.ts';
import { rateOf, vatCodes } from '../../domain/vat/vat-code.ts';
import { type ProductJson, productTypeWords, productUnitWords } from '../../schemas/catalogue/product.ts';
import {
  asMoney,
  asNumber,
  asText,
  asTrimmed,
  asWord,
  asYesOrNo,
  type CellReader,
  type Column,
  shownMoney,
  shownNumber,
  shownYesOrNo,
} from '../import-export/column.ts';

type Shown = z.output<typeof ProductJson>;

/** The product types in French; the first word is used for export. */
const types: Readonly<Record<(typeof productTypeWords)[number], readonly string[]>> = {
  GOODS_SALE: ['Vente de marchandises', 'Marchandise', 'Sale of goods', 'Goods', 'Product', 'Produit'],
  SERVICE_DELIVERY: ['Prestation de services', 'Prestation', 'Service', 'Service delivery'],
  COMMERCIAL_OR_CRAFT_SERVICES: [
    'Prestation commerciale ou artisanale',
    'Prestation artisanale',
    'Commercial or craft services',
  ],
  MANUFACTURED_GOODS_SALE: ['Vente de produits fabriqués', 'Produit fabriqué', 'Sale of manufactured goods'],
  DISBURSEMENT: ['Débours', 'Disbursement'],
};

/** The units in French, in the order of their numbers; the first word is used for export. */
const units: readonly (readonly string[])[] = [
  ['gramme', 'g'],
  ['heure', 'h'],
  ['jour', 'j'],
  ['mois'],
  ['kilogramme', 'kilo'],
  ['kilomètre'],
  ['litre'],
  ['lot'],
  ['mètre'],
  ['mètre carré', 'm²'],
  ['mètre cube', 'm³'],
  ['mètre linéaire', 'ml'],
  ['personne'],
  ['unité', 'u', 'pièce'],
  ['tonne'],
  ['mot'],
  ['page'],
  ['feuillet'],
  ['paragraphe'],
  ['article'],
  ['licence'],
  ['semaine'],
  ['forfait'],
  ['année', 'an'],
  ['caractère'],
  ['ligne'],
  ['minute', 'mn'],
  ['nuitée'],
];
const labelsOfUnits: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  productUnitWords.map((word, place) => [word, [...(units[place] ?? []), productUnits[place] as string]]),
);

/** A code, or the rate it stands for: `20 %`, `5,5`, 0 for no VAT in France. */
const asVatCode: CellReader = (cell) => {
  const written = cell.trim().toUpperCase();
  if (vatCodes.some((code) => code === written)) return { value: written };
  // A rate has no thousands separator.
  const read = readNumber(written, { comma: 'decimal' });
  const code = read && vatCodes.find((each) => rateOf(each) === Number(moved(read.decimal, 2)));
  return code
    ? { value: code }
    : { fault: { code: 'vat_rate_unknown', fr: 'Ce taux de TVA n’existe pas', en: 'This VAT rate does not exist' } };
};

/** The columns of a product file, in export order. */
export const productColumns: readonly Column<Shown>[] = [
  { member: 'id', names: ['Identifiant', 'ID'], read: asTrimmed, show: ({ id }) => id },
  {
    member: 'designation',
    names: ['Désignation', 'Designation', 'Nom', 'Libellé', 'Name'],
    read: asText,
    show: ({ designation }) => designation,
  },
  {
    member: 'reference',
    names: ['Référence', 'Reference', 'Réf.', 'SKU'],
    empties: true,
    read: asText,
    show: ({ reference }) => reference,
  },
  {
    member: 'description',
    names: ['Description'],
    empties: true,
    read: asText,
    show: ({ description }) => description,
  },
  { member: 'type', names: ['Type', 'Product type'], read: asWord(types), show: ({ type }) => types[type][0] },
  {
    member: 'unit',
    names: ['Unité', 'Unit'],
    read: asWord(labelsOfUnits),
    show: ({ unit }) => labelsOfUnits[unit]?.[0],
  },
  {
    member: 'unitPrice',
    names: ['Prix unitaire', 'Prix unitaire HT', 'Prix HT', 'Prix', 'Unit price', 'Price'],
    read: asMoney,
    show: ({ unitPrice }) => shownMoney(unitPrice),
  },
  {
    member: 'purchasePrice',
    names: ['Prix d’achat', 'Prix d’achat HT', 'Purchase price'],
    empties: true,
    read: asMoney,
    show: ({ purchasePrice }) => shownMoney(purchasePrice),
  },
  {
    member: 'productMargin',
    names: ['Marge (%)', 'Taux de marge', 'Margin'],
    empties: true,
    read: asNumber,
    show: ({ productMargin }) => shownNumber(productMargin),
  },
  {
    member: 'lockUnitPrice',
    names: ['Prix bloqué', 'Locked price'],
    read: asYesOrNo,
    show: ({ lockUnitPrice }) => shownYesOrNo(lockUnitPrice),
  },
  {
    member: 'taxesIncluded',
    names: ['TTC', 'Taxes comprises', 'Taxes included'],
    read: asYesOrNo,
    show: ({ taxesIncluded }) => shownYesOrNo(taxesIncluded),
  },
  {
    member: 'vatCode',
    names: ['TVA', 'Taux de TVA', 'Code TVA', 'VAT', 'VAT rate'],
    read: asVatCode,
    show: ({ vatCode }) => vatCode,
  },
  { member: 'stock', names: ['Stock'], read: asNumber, show: ({ stock }) => shownNumber(stock) },
  {
    member: 'isStockable',
    names: ['Suivi en stock', 'Stockable', 'Kept in stock'],
    read: asYesOrNo,
    show: ({ isStockable }) => shownYesOrNo(isStockable),
  },
  {
    member: 'isDeliveryOfGood',
    names: ['Livraison de biens', 'Delivery of goods'],
    read: asYesOrNo,
    show: ({ isDeliveryOfGood }) => shownYesOrNo(isDeliveryOfGood),
  },
  {
    member: 'personalServiceActivity',
    names: ['Service à la personne', 'SAP', 'Personal service'],
    read: asYesOrNo,
    show: ({ personalServiceActivity }) => shownYesOrNo(personalServiceActivity),
  },
];

/** The columns of an import: those of our files, and the ID in another program. */
export const productImportColumns: readonly Column<Shown>[] = [
  ...productColumns,
  { member: 'foreignId', names: [], read: asTrimmed, show: () => undefined },
];
