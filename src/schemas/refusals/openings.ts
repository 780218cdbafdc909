import type { OpeningRefusal } from '../../domain/books/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

const euros = (amount: number, mark: string): string =>
  `${Math.floor(amount / 100)}${mark}${String(amount % 100).padStart(2, '0')}`;

/** Opening balances. */
export const openingRefusals: Rows<OpeningRefusal> = {
  opening_day_unusable: {
    code: 'accounting.opening_day_unusable',
    status: 409,
    title: { fr: 'Ce jour ne convient pas', en: 'This day cannot be used' },
    detail: ({ from, to }) => ({
      fr: `Des soldes peuvent être repris du ${from} au ${to}.`,
      en: `Balances can be recorded from ${from} to ${to}.`,
    }),
    remedy: {
      fr: 'Choisissez un jour passé qui n’est pas clôturé, de préférence le premier d’un exercice.',
      en: 'Choose a past day that is not closed, preferably the first of a financial year.',
    },
    pointer: () => '/on',
    members: ({ from, to }) => ({ from, to }),
  },
  opening_account_unusable: {
    code: 'accounting.opening_account_unusable',
    status: 422,
    title: { fr: 'Ce compte n’est pas un compte de bilan', en: 'This is not an account of the balance sheet' },
    detail: ({ place }) => ({
      fr: `Le compte de la ligne ${place + 1} doit commencer par un chiffre de 1 à 5.`,
      en: `The account of line ${place + 1} must begin with a digit from 1 to 5.`,
    }),
    remedy: {
      fr: 'Indiquez un numéro de 3 à 12 caractères : trois chiffres, puis des chiffres ou des majuscules ; et un libellé sans tabulation ni barre verticale.',
      en: 'Give a number of 3 to 12 characters: three digits, then digits or capitals; and a label without tabs or vertical bars.',
    },
    pointer: ({ place }) => `/lines/${place}/account`,
  },
  opening_unbalanced: {
    code: 'accounting.opening_unbalanced',
    status: 422,
    title: { fr: 'Débits et crédits sont différents', en: 'Debits and credits differ' },
    detail: ({ debit, credit }) => ({
      fr: `Débits : ${euros(debit, ',')} € ; crédits : ${euros(credit, ',')} €.`,
      en: `Debits: €${euros(debit, '.')}; credits: €${euros(credit, '.')}.`,
    }),
    remedy: {
      fr: 'Complétez les lignes jusqu’à ce que les deux sommes soient égales.',
      en: 'Complete the lines until both sums are equal.',
    },
    pointer: () => '/lines',
    members: ({ debit, credit }) => ({ debit, credit }),
  },
  opening_entries_full: {
    code: 'accounting.opening_entries_full',
    status: 409,
    title: { fr: 'Trop de reprises de soldes', en: 'Too many opening entries' },
    detail: ({ limit }) => ({
      fr: `Un compte a au plus ${limit} reprises de soldes.`,
      en: `An account has at most ${limit} opening entries.`,
    }),
    remedy: {
      fr: 'Reprenez plusieurs soldes en une fois.',
      en: 'Record several balances at once.',
    },
  },
  opening_entry_not_found: notFound('opening_entry', 'Reprise de soldes introuvable', 'Opening entry not found'),
  opening_entry_reversed: {
    code: 'opening_entry.reversed',
    status: 409,
    title: { fr: 'Cette reprise de soldes est déjà annulée', en: 'This opening entry was already taken back' },
    remedy: { fr: 'Saisissez les soldes justes.', en: 'Record the right balances.' },
  },
  opening_entry_is_reversal: {
    code: 'opening_entry.reversal',
    status: 409,
    title: { fr: 'Une annulation ne s’annule pas', en: 'A reversal cannot be taken back' },
    remedy: { fr: 'Saisissez les soldes à nouveau.', en: 'Record the balances again.' },
  },
};
