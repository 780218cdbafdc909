import type { ClosingRefusal, CommentRefusal } from '../../domain/books/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Closings of the books. */
export const closingRefusals: Rows<ClosingRefusal> = {
  closing_day_not_over: {
    code: 'closing.day_not_over',
    status: 409,
    title: { fr: 'Ce jour n’est pas terminé', en: 'This day is not over' },
    detail: ({ today }) => ({ fr: `Nous sommes le ${today}.`, en: `Today is ${today}.` }),
    remedy: { fr: 'Clôturez jusqu’à un jour passé.', en: 'Close through an earlier day.' },
    pointer: () => '/through',
  },
  closing_day_closed: {
    code: 'closing.day_closed',
    status: 409,
    title: { fr: 'Ce jour est déjà clôturé', en: 'This day is already closed' },
    detail: ({ closedThrough }) => ({
      fr: `Les livres sont clôturés jusqu’au ${closedThrough}.`,
      en: `The books are closed through ${closedThrough}.`,
    }),
    remedy: { fr: 'Choisissez un jour plus récent.', en: 'Choose a later day.' },
    pointer: () => '/through',
    members: ({ closedThrough }) => ({ closedThrough }),
  },
  closing_lacks_rate: {
    code: 'closing.rate_missing',
    status: 409,
    title: { fr: 'Un taux de change manque', en: 'An exchange rate is missing' },
    detail: ({ lines }) => ({
      fr: `Lignes du livre des recettes sans taux vers l’euro : ${lines}.`,
      en: `Lines of the receipts book without a rate to the euro: ${lines}.`,
    }),
    remedy: {
      fr: 'Attendez que les taux de la BCE soient chargés, ou clôturez jusqu’à un jour plus ancien.',
      en: 'Wait until the rates of the ECB are loaded, or close through an earlier day.',
    },
    members: ({ lines }) => ({ lines }),
  },
  closing_too_long: {
    code: 'closing.too_long',
    status: 422,
    title: { fr: 'Trop de lignes pour une clôture', en: 'Too many lines for one closing' },
    detail: ({ limit }) => ({
      fr: `Une clôture porte sur ${limit} lignes au plus.`,
      en: `A closing has at most ${limit} lines.`,
    }),
    remedy: {
      fr: 'Clôturez d’abord jusqu’à un jour plus ancien, puis recommencez.',
      en: 'Close through an earlier day first, then repeat.',
    },
    pointer: () => '/through',
    members: ({ limit }) => ({ limit }),
  },
};

/** Comments on entries of the books. */
export const commentRefusals: Rows<CommentRefusal> = {
  book_comment_not_found: notFound('book_comment', 'Commentaire introuvable', 'Comment not found'),
  book_comment_resolved: {
    code: 'book_comment.resolved',
    status: 409,
    title: { fr: 'Ce commentaire est déjà traité', en: 'This comment is already resolved' },
    remedy: { fr: 'Écrivez un nouveau commentaire.', en: 'Write a new comment.' },
  },
  book_entry_not_found: {
    ...notFound('book_entry', 'Écriture introuvable', 'Entry not found'),
    pointer: () => '/subject/id',
  },
};
