import * as z from 'zod';
import { closingsBefore, lastClosing } from '../../db/books/closings.ts';
import { CLOSING_LINES_MAX } from '../../domain/books/closing.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  BookClosingJson,
  bookClosingToJson,
  ClosingPreviewJson,
  ClosingVerificationJson,
  closingPreviewToJson,
} from '../../schemas/books/closing.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { closeBooksThrough, previewClosing } from '../../services/books/close-period.ts';
import { verifyClosings } from '../../services/books/verify-closings.ts';

const none = z.object({});
const about = { chapter: 'Books', path: none, query: none, body: none, success: 200 } as const;
const refusals = ['closing_day_not_over', 'closing_day_closed', 'closing_lacks_rate', 'closing_too_long'] as const;
const through = day.meta({ description: 'The last day to close, before today and after the last closing.' });

/** Above every number of a closing. */
const NUMBER_MAX = 1_000_000;

export const listBookClosings = operation({
  ...about,
  name: 'list-book-closings',
  summary: 'Lists the closings of the receipts book and of the register of purchases, the latest first.',
  description: 'The first one says through which day the books are closed.',
  routes: ['GET /v2/books/closings'],
  scope: 'billing:read',
  query: z.object({
    limit: listing.limit,
    cursor: cursor(z.object({ n: z.int().min(1).max(NUMBER_MAX) })).optional(),
  }),
  output: pageSchema(BookClosingJson),
  refusals: [],
  async run({ tx }, { limit, cursor: place }) {
    const [last, found] = await Promise.all([lastClosing(tx), closingsBefore(tx, place?.n ?? NUMBER_MAX, limit + 1)]);
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1) : undefined;
    return {
      body: pageJson({
        ...{ docs: shown.map(bookClosingToJson), total: last?.number ?? 0, limit, page: undefined },
        nextCursor: next && writeCursor({ n: next.number }),
      }),
    };
  },
});

export const previewBookClosing = operation({
  ...about,
  name: 'preview-book-closing',
  summary: 'Sums what a closing through a day would freeze, and changes nothing.',
  routes: ['GET /v2/books/closings/preview'],
  scope: 'billing:read',
  query: z.object({ through }),
  output: ClosingPreviewJson,
  limiter: 'exports',
  refusals: ['closing_day_not_over', 'closing_day_closed', 'closing_too_long'],
  async run(context, asked) {
    const preview = await previewClosing(context, asked.through);
    return isRefusal(preview) ? preview : { body: closingPreviewToJson(preview) };
  },
});

export const closeBooks = operation({
  ...about,
  name: 'close-books',
  summary: 'Closes the receipts book and the register of purchases through a day; this cannot be undone.',
  description: `Their lines and numbers no longer change (in the spirit of CGI art. 286, I 3° bis). Nothing is refused afterwards: a receipt, correction or purchase of a closed day is booked on the first open day, and states its own day. Live and test books are closed apart. At most ${CLOSING_LINES_MAX} lines at once.`,
  routes: ['POST /v2/books/closings'],
  scope: 'books:close',
  body: z.object({ through }),
  success: 201,
  output: BookClosingJson,
  limiter: 'exports',
  refusals,
  example: { through: '2026-03-31' },
  securityNote: () => ({ event: 'books_closed', operation: 'close-books' }),
  async run(context, asked) {
    const closed = await closeBooksThrough(context, asked.through);
    return isRefusal(closed) ? closed : { body: bookClosingToJson(closed) };
  },
});

export const verifyBookClosings = operation({
  ...about,
  name: 'verify-book-closings',
  summary: 'Computes the digests of all closings of the books again from their lines, and compares them.',
  description: 'For the mode of the key. `verify-audit-chain` verifies the entries of the closings in the audit trail.',
  routes: ['GET /v2/books/closings/verification'],
  scope: 'billing:read',
  output: ClosingVerificationJson,
  limiter: 'exports',
  refusals: [],
  async run({ tx }) {
    const { closings, lines, faults } = await verifyClosings(tx);
    const said = faults.map(({ closing: { number }, part }) => ({ number, part }));
    return { body: { intact: faults.length === 0, closings, lines, faults: said } };
  },
});
