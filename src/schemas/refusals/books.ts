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
  ...purchaseRefusals,
};
