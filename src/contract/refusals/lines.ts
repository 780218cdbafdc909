import type { LineRefusal } from '../../domain/refusal.ts';
import type { Rows } from './told.ts';

/** Lines of documents, and the discount on them. */
export const lineRefusals: Rows<LineRefusal> = {
  line_amount_too_large: {
    code: 'billing.line_amount_too_large',
    status: 400,
    title: { fr: 'Montant de ligne hors limites', en: 'Line amount out of bounds' },
    detail: ({ line }) => ({
      fr: `Le montant de la ligne ${line + 1} dépasse ce qu’un document peut contenir.`,
      en: `The amount of line ${line + 1} is more than a document can carry.`,
    }),
    remedy: {
      fr: 'Vérifiez la quantité, le prix unitaire, en centimes, et le cours dans une autre devise.',
      en: 'Check the quantity, the unit price, in cents, and the rate of another currency.',
    },
    pointer: ({ line }) => `/lines/${line}`,
  },
  discount_on_mixed_lines: {
    code: 'billing.discount_on_mixed_lines',
    status: 400,
    title: { fr: 'Remise en montant sur des lignes HT et TTC', en: 'Amount discount on mixed lines' },
    remedy: {
      fr: 'Une remise globale en montant ne se répartit pas sur des lignes TTC et HT à la fois : donnez-la en pourcentage, ou mettez toutes les lignes sur la même base.',
      en: 'A discount of the whole document by amount cannot be spread over tax-included and tax-excluded lines together: give it as a percentage, or put all lines on the same basis.',
    },
    pointer: () => '/discount',
  },
  line_vat_code_missing: {
    code: 'billing.line_vat_code_missing',
    status: 400,
    title: { fr: 'Code de TVA manquant', en: 'VAT code missing' },
    detail: ({ line }) => ({
      fr: `La ligne ${line + 1} n’a pas de code de TVA.`,
      en: `Line ${line + 1} has no VAT code.`,
    }),
    remedy: {
      fr: 'Indiquez vatCode, sauf pour un débours ou un produit du catalogue.',
      en: 'Give vatCode, except for a disbursement or a product of the catalogue.',
    },
    pointer: ({ line }) => `/lines/${line}/vatCode`,
  },
  line_product_not_found: {
    code: 'billing.line_product_not_found',
    status: 400,
    title: { fr: 'Produit de la ligne introuvable', en: 'Product of the line not found' },
    detail: ({ line, member }) => ({
      fr: `La ligne ${line + 1} n’indique pas ${member}, et son produit n’est pas au catalogue.`,
      en: `Line ${line + 1} does not say ${member}, and its product is not in the catalogue.`,
    }),
    remedy: {
      fr: 'Vérifiez productId, ou écrivez la ligne en entier.',
      en: 'Check productId, or write the line out in full.',
    },
    pointer: ({ line, member }) => `/lines/${line}/${member}`,
  },
  too_many_lines: {
    code: 'billing.too_many_lines',
    status: 413,
    title: { fr: 'Trop de lignes', en: 'Too many lines' },
    detail: ({ limit }) => ({
      fr: `Un document compte au plus ${limit} lignes.`,
      en: `A document has at most ${limit} lines.`,
    }),
    remedy: {
      fr: 'Regroupez des lignes, ou répartissez-les sur plusieurs documents.',
      en: 'Group lines, or spread them over several documents.',
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
      fr: 'Relisez le document et reprenez les identifiants de ses lignes.',
      en: 'Read the document again and use the ids of its lines.',
    },
    pointer: ({ line }) => `/lines/${line}`,
    members: ({ lineId }) => ({ lineId }),
  },
  advance_has_no_lines: {
    code: 'advance.has_no_lines',
    status: 409,
    title: { fr: 'Un acompte n’a pas de lignes', en: 'An advance has no lines' },
    detail: () => ({
      fr: 'Il est une part de son devis, à ses taux de TVA.',
      en: 'It is a share of its estimate, at its VAT rates.',
    }),
    remedy: {
      fr: 'Changez son montant (PATCH /v2/billing/advance/{advanceId}/amount), sa désignation ou sa description (general-informations).',
      en: 'Change its amount (PATCH /v2/billing/advance/{advanceId}/amount), its designation or its description (general-informations).',
    },
    remedyOnScreen: {
      fr: 'Changez son montant, sa désignation ou sa description.',
      en: 'Change its amount, its designation or its description.',
    },
  },
};
