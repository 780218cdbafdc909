import type { BooksRefusal } from '../../domain/books/refusal.ts';
import { purchaseRefusals } from './purchases.ts';
import type { Rows } from './refusal-text.ts';

/** The books. */
export const booksRefusals: Rows<BooksRefusal> = {
  receipts_book_too_long: {
    code: 'books.receipts_too_long',
    status: 422,
    title: { fr: 'Cette période compte trop de lignes', en: 'This period has too many lines' },
    detail: ({ limit }) => ({
      fr: `Le livre des recettes de cette période dépasserait ${limit} lignes.`,
      en: `The receipts book of this period would exceed ${limit} lines.`,
    }),
    remedy: {
      fr: 'Choisissez une période plus courte, ou le format CSV, qui n’a pas de limite.',
      en: 'Choose a shorter period, or CSV, which has no limit.',
    },
  },
  vat_return_too_long: {
    code: 'books.vat_return_too_long',
    status: 422,
    title: { fr: 'Cette période de TVA compte trop de pièces', en: 'This VAT period has too many pieces' },
    detail: ({ limit }) => ({
      fr: `Une période de la déclaration ou de son crédit dépasse ${limit} documents, encaissements et achats.`,
      en: `A period of the return or of its credit has more than ${limit} documents, receipts and purchases.`,
    }),
    remedy: {
      fr: 'Déclarez la TVA par mois ou par trimestre, ou indiquez le crédit reporté de votre dernière déclaration.',
      en: 'Declare VAT by month or quarter, or state the credit of your last return.',
    },
  },
  vat_not_declared: {
    code: 'books.vat_not_declared',
    status: 409,
    title: { fr: 'Ce compte ne déclare pas de TVA', en: 'This account declares no VAT' },
    detail: () => ({
      fr: 'En franchise ou exonéré, vous ne déclarez pas de TVA : il n’y a pas de crédit à reporter.',
      en: 'Under the franchise or an exemption you declare no VAT: there is no credit to carry over.',
    }),
    remedy: {
      fr: 'Si vous déclarez la TVA, choisissez votre régime dans les réglages de l’entreprise.',
      en: 'If you declare VAT, choose your regime in the company settings.',
    },
  },
  ...purchaseRefusals,
};
