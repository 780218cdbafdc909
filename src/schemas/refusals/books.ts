import type { BooksRefusal } from '../../domain/books/refusal.ts';
import { closingRefusals, commentRefusals } from './closings.ts';
import { mileageRefusals } from './mileage.ts';
import { openingRefusals } from './openings.ts';
import { purchaseRefusals } from './purchases.ts';
import type { Rows } from './refusal-text.ts';

/** The books. */
export const booksRefusals: Rows<BooksRefusal> = {
  trail_too_long: {
    code: 'billing.trail_too_long',
    status: 422,
    title: { fr: 'Piste d’audit trop longue', en: 'Audit trail too long' },
    detail: ({ limit }) => ({
      fr: `La piste d’audit de ce document compte plus de ${limit} lignes.`,
      en: `The audit trail of this document has more than ${limit} lines.`,
    }),
    remedy: {
      fr: 'Lisez l’activité de chaque document de la famille, page par page.',
      en: 'Read the activity of each document of the family, page by page.',
    },
    members: ({ limit }) => ({ limit }),
  },
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
  result_in_euros_only: {
    code: 'books.result_in_euros_only',
    status: 409,
    title: { fr: 'Résultat en euros seulement', en: 'Result in euros only' },
    detail: ({ currency }) => ({
      fr: `Ce compte est tenu en ${currency} : son résultat du mois n’est pas calculé.`,
      en: `This account is kept in ${currency}: its result of a month is not computed.`,
    }),
    remedy: {
      fr: 'Lisez les totaux du livre des recettes et du registre des achats, qui sont en euros.',
      en: 'Read the totals of the receipts book and of the register of purchases, which are in euros.',
    },
    members: ({ currency }) => ({ currency }),
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
  accounting_period_too_long: {
    code: 'accounting.period_too_long',
    status: 422,
    title: { fr: 'Cette période compte trop d’opérations', en: 'This period has too many operations' },
    detail: ({ limit }) => ({
      fr: `La période dépasserait ${limit} factures, règlements et achats.`,
      en: `The period would exceed ${limit} invoices, payments and purchases.`,
    }),
    remedy: {
      fr: 'Choisissez une période plus courte, ou téléchargez le fichier des écritures, qui n’a pas de limite.',
      en: 'Choose a shorter period, or download the file of entries, which has no limit.',
    },
  },
  account_number_unusable: {
    code: 'accounting.account_number_unusable',
    status: 422,
    title: { fr: 'Ce compte ne convient pas', en: 'This account cannot be used' },
    detail: ({ role, within }) => ({
      fr: `Le compte de « ${role} » doit commencer par ${within}.`,
      en: `The account of "${role}" must begin with ${within}.`,
    }),
    remedy: {
      fr: 'Indiquez un numéro de 3 à 12 caractères : trois chiffres, puis des chiffres ou des majuscules ; et un libellé sans tabulation ni barre verticale.',
      en: 'Give a number of 3 to 12 characters: three digits, then digits or capitals; and a label without tabs or vertical bars.',
    },
    pointer: ({ place }) => `/accounts/${place}/number`,
  },
  account_chosen_twice: {
    code: 'accounting.account_chosen_twice',
    status: 422,
    title: { fr: 'Un rôle a deux comptes', en: 'A role has two accounts' },
    detail: ({ role }) => ({ fr: `« ${role} » est indiqué deux fois.`, en: `"${role}" is given twice.` }),
    remedy: { fr: 'Indiquez un seul compte par rôle.', en: 'Give one account for each role.' },
    pointer: ({ place }) => `/accounts/${place}/role`,
  },
  ...closingRefusals,
  ...commentRefusals,
  ...openingRefusals,
  ...purchaseRefusals,
  ...mileageRefusals,
};
