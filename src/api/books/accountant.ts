import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { takeTurn } from '../../db/account/usage.ts';
import { missingInBooks } from '../../db/books/books-state.ts';
import { lastClosing } from '../../db/books/closings.ts';
import { commentsBefore, countComments, findComment, insertComment, subjectExists } from '../../db/books/comments.ts';
import { closureOf } from '../../domain/books/closing.ts';
import { type BookComment, resolutionRefused } from '../../domain/books/comment.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  BookCommentJson,
  BooksStateJson,
  bookCommentForm,
  bookCommentToJson,
  commentResolutionForm,
} from '../../schemas/books/accountant.ts';
import { periodOfBook } from '../../schemas/books/receipts-book.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { bookAsked, bookSums } from '../../services/books/book-files.ts';

const none = z.object({});
const about = { chapter: 'Books', path: none, query: none, body: none } as const;

export const getBooksState = operation({
  ...about,
  name: 'get-books-state',
  summary: 'What of the books of a period is closed, and what they may lack: bank, receipts, drafts, invoices, rates.',
  routes: ['GET /v2/books/state'],
  scope: 'billing:read',
  query: z.object(periodOfBook),
  success: 200,
  output: BooksStateJson,
  limiter: 'exports',
  refusals: ['period_inverted', 'receipts_book_too_long'],
  tool: { name: 'get-books-state', ...answeredAs('booksState', BooksStateJson) },
  async run(context, asked) {
    const { tx } = context;
    const opened = await bookAsked(context, asked);
    if ('refused' in opened) return opened;
    const { from, to, book } = opened;
    const [{ settings }, closing, counted, openComments] = await Promise.all([
      settingsOf(tx),
      lastClosing(tx),
      missingInBooks(tx, { from, to }),
      countComments(tx, true),
    ]);
    // In euros the rate of each document is known.
    const sums = settings.currency === 'EUR' ? undefined : await bookSums(context, book);
    if (sums && 'refused' in sums) return sums;
    const missing = { ...counted, linesWithoutRate: sums?.all().withoutRate ?? 0 };
    return {
      body: {
        ...{ from, to, ...(closing && { closedThrough: closing.to }), missing, openComments },
        state: closureOf({ from, to }, closing?.to),
        complete: Object.values(missing).every((lacking) => lacking === 0),
      },
    };
  },
});

/** After every comment. */
const END = { at: 253_402_300_799, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export const listBookComments = operation({
  ...about,
  name: 'list-book-comments',
  summary: 'Lists the comments on entries of the books, the latest first.',
  routes: ['GET /v2/books/comments'],
  scope: 'billing:read',
  query: z.object({
    state: worded(['open', 'all']).default('all').meta({ description: '`open`: only those that are not resolved.' }),
    limit: listing.limit,
    cursor: cursor(z.object({ at: z.int().min(0), id: z.uuid() })).optional(),
  }),
  success: 200,
  output: pageSchema(BookCommentJson),
  refusals: [],
  async run({ tx }, { state, limit, cursor: place = END }) {
    const isOpen = state === 'open';
    const [total, found] = await Promise.all([
      countComments(tx, isOpen),
      commentsBefore(tx, { isOpen, place, limit: limit + 1 }),
    ]);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      body: pageJson({
        ...{ docs: shown.map(bookCommentToJson), total, limit, page: undefined },
        nextCursor: last && writeCursor({ at: last.createdAt, id: last.id }),
      }),
    };
  },
});

export const addBookComment = operation({
  ...about,
  name: 'add-book-comment',
  summary: 'Comments on a line of the receipts book, a purchase or a document; a comment never changes.',
  routes: ['POST /v2/books/comments'],
  scope: 'books:comment',
  body: bookCommentForm,
  success: 201,
  output: BookCommentJson,
  refusals: ['book_entry_not_found'],
  example: {
    subject: { kind: 'purchase', id: '01890a63-4b7d-7f95-8e13-6c5d4e3f2a1b' },
    text: 'Il manque la facture du fournisseur.',
  },
  async run({ tx, newId, now, actor, test }, { subject, text }) {
    if (!(await subjectExists(tx, subject))) return { refused: 'book_entry_not_found' };
    const comment: BookComment = { id: newId(), test, subject, text: text.trim(), actor, createdAt: now };
    insertComment(tx, comment);
    return { body: bookCommentToJson(comment) };
  },
});

export const resolveBookComment = operation({
  ...about,
  name: 'resolve-book-comment',
  summary: 'Resolves a comment on an entry by a further entry, once.',
  routes: ['POST /v2/books/comments/{commentId}/resolution'],
  scope: 'books:comment',
  path: z.object({ id: idOr('book_comment_not_found') }),
  body: commentResolutionForm,
  success: 201,
  output: BookCommentJson,
  refusals: ['book_comment_not_found', 'book_comment_resolved'],
  example: { text: 'Facture ajoutée.' },
  async run({ tx, newId, now, actor }, { id, text }) {
    takeTurn(tx, 'comments');
    const comment = await findComment(tx, id);
    const refused = resolutionRefused(comment);
    if (refused || !comment) return refused ?? { refused: 'book_comment_not_found' };
    const resolved = { text: text.trim(), actor, at: now };
    insertComment(tx, { id: newId(), subject: comment.subject, resolvesId: id, ...resolved, createdAt: now });
    return { body: bookCommentToJson({ ...comment, resolved }) };
  },
});
