import type { LineRefusal } from '../../domain/refusal.ts';
import type { Rows } from './refusal-text.ts';

/** Lines of documents, and the discount on them. */
export const lineRefusals: Rows<LineRefusal> = {
  line_amount_too_large: {
    code: 'billing.line_amount_too_large',
    status: 400,
    title: { fr: 'Montant de ligne trop élevé', en: 'Line amount out of range' },
    detail: ({ line }) => ({
      fr: `Le montant de la ligne ${line + 1} dépasse ce qu’un document peut contenir.`,
      en: `The amount of line ${line + 1} exceeds what a document can hold.`,
    }),
    remedy: {
      fr: 'Vérifiez la quantité, le prix unitaire (en centimes) et, dans une autre devise, le taux de change.',
      en: 'Check the quantity, the unit price (in cents) and, in another currency, the exchange rate.',
    },
    pointer: ({ line }) => `/lines/${line}`,
  },
  discount_on_mixed_lines: {
    code: 'billing.discount_on_mixed_lines',
    status: 400,
    title: { fr: 'Remise en montant sur des lignes HT et TTC', en: 'Fixed discount on lines with and without tax' },
    remedy: {
      fr: 'Une remise globale en montant ne peut pas se répartir sur des lignes HT et des lignes TTC. Donnez la remise en pourcentage, ou mettez toutes les lignes en HT ou toutes en TTC.',
      en: 'A fixed discount on the whole document cannot be split between lines including tax and lines excluding tax. Give the discount as a percentage, or make all lines include tax or all exclude tax.',
    },
    pointer: () => '/discount',
  },
  line_vat_code_missing: {
    code: 'billing.line_vat_code_missing',
    status: 400,
    title: { fr: 'Code de TVA manquant', en: 'Missing VAT code' },
    detail: ({ line }) => ({
      fr: `La ligne ${line + 1} n’a pas de code de TVA.`,
      en: `Line ${line + 1} has no VAT code.`,
    }),
    remedy: {
      fr: 'Indiquez vatCode. Seuls les débours et les produits du catalogue s’en passent.',
      en: 'Give vatCode. Only disbursements and catalogue products can leave it out.',
    },
    pointer: ({ line }) => `/lines/${line}/vatCode`,
  },
  line_product_not_found: {
    code: 'billing.line_product_not_found',
    status: 400,
    title: { fr: 'Produit de la ligne introuvable', en: 'Product of the line not found' },
    detail: ({ line, member }) => ({
      fr: `La ligne ${line + 1} n’indique pas ${member}, et son produit n’est pas dans le catalogue.`,
      en: `Line ${line + 1} does not give ${member}, and its product is not in the catalogue.`,
    }),
    remedy: {
      fr: 'Vérifiez productId, ou complétez la ligne.',
      en: 'Check productId, or complete the line.',
    },
    pointer: ({ line, member }) => `/lines/${line}/${member}`,
  },
  too_many_lines: {
    code: 'billing.too_many_lines',
    status: 413,
    title: { fr: 'Trop de lignes', en: 'Too many lines' },
    detail: ({ limit }) => ({
      fr: `Un document peut avoir au plus ${limit} lignes.`,
      en: `A document can have at most ${limit} lines.`,
    }),
    remedy: {
      fr: 'Regroupez des lignes, ou répartissez-les sur plusieurs documents.',
      en: 'Combine lines, or split them over several documents.',
    },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/lines',
  },
  line_not_found: {
    code: 'billing.line_not_found',
    status: 400,
    title: { fr: 'Ligne introuvable', en: 'Line not found' },
    detail: ({ lineId }) => ({
      fr: `Le document n’a pas de ligne ${lineId}.`,
      en: `The document has no line ${lineId}.`,
    }),
    remedy: {
      fr: 'Rechargez le document et utilisez les identifiants de ses lignes.',
      en: 'Reload the document and use the ids of its lines.',
    },
    pointer: ({ line }) => `/lines/${line}`,
    members: ({ lineId }) => ({ lineId }),
  },
  advance_has_no_lines: {
    code: 'advance.has_no_lines',
    status: 409,
    title: { fr: 'Un acompte n’a pas de lignes', en: 'An advance has no lines' },
    detail: () => ({
      fr: 'Un acompte est une part du devis, aux taux de TVA du devis.',
      en: 'An advance is a share of its estimate, at the VAT rates of the estimate.',
    }),
    remedy: {
      fr: 'Changez le montant (PATCH /v2/billing/advance/{advanceId}/amount), la désignation ou la description (general-informations) de l’acompte.',
      en: 'Change the amount (PATCH /v2/billing/advance/{advanceId}/amount), the designation or the description (general-informations) of the advance.',
    },
    remedyOnScreen: {
      fr: 'Changez le montant, la désignation ou la description de l’acompte.',
      en: 'Change the amount, the designation or the description of the advance.',
    },
  },
};
