import * as z from 'zod';
import { type BookComment, COMMENT_TEXT_MAX, commentSubjects } from '../../domain/books/comment.ts';
import { worded } from '../fields/enum-schema.ts';
import { filledText } from '../fields/text.ts';
import { isTest } from '../lists/list-query.ts';

const dayJson = (description: string) => z.string().meta({ format: 'date', description });
const count = (description: string) => z.int().meta({ description });
const seconds = z.int().meta({ description: 'Unix seconds.' });

export const BooksStateJson = z
  .object({
    from: dayJson('The first day.'),
    to: dayJson('The last day.'),
    closedThrough: dayJson('The last day that is closed; absent if the books were never closed.').optional(),
    state: z
      .enum(['open', 'partly_closed', 'closed'])
      .meta({ description: 'Whether no day of the period is closed, some are, or all.' }),
    missing: z
      .object({
        bankTransactions: count('Money that came to a bank account and is matched with no document, nor set aside.'),
        debitsWithoutPurchase: count('Money that left a bank account without a purchase, not set aside.'),
        purchasesWithoutReceipt: count('Purchases with neither a receipt nor a received invoice.'),
        drafts: count('Drafts of invoices, advances and credit notes dated in the period.'),
        supplierInvoices: count('Received invoices issued in the period that the register of purchases does not have.'),
        linesWithoutRate: count('Lines of the receipts book without a rate to the euro: they prevent a closing.'),
      })
      .meta({ id: 'MissingInBooks' }),
    complete: z.boolean().meta({ description: 'Nothing is missing.' }),
    openComments: count('Comments on entries of any period that are not resolved.'),
  })
  .meta({ id: 'BooksState' });

const SUBJECTS = '`receipt`: a line of the receipts book; `purchase`: one of the register; `document`.';
/** Characters of the id of a subject: a UUID and a suffix. */
const SUBJECT_ID_MAX = 60;

const commentText = filledText(COMMENT_TEXT_MAX).meta({ description: `At most ${COMMENT_TEXT_MAX} characters.` });

export const bookCommentForm = z.object({
  subject: z
    .object({
      kind: worded(commentSubjects).meta({ description: SUBJECTS }),
      id: z
        .string()
        .max(SUBJECT_ID_MAX)
        .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[0-9-]*$/)
        .meta({ description: 'The ID of the line, purchase or document.' }),
    })
    .meta({ id: 'BookCommentSubjectForm' }),
  text: commentText,
});

export const commentResolutionForm = z.object({ text: commentText.meta({ description: 'What was done.' }) });

export const BookCommentJson = z
  .object({
    id: z.string(),
    subject: z
      .object({ kind: z.enum(commentSubjects).meta({ description: SUBJECTS }), id: z.string() })
      .meta({ id: 'BookCommentSubject' }),
    text: z.string(),
    author: z.string().meta({ description: 'The ID of the person or key.' }),
    createdAt: seconds,
    resolved: z
      .object({ text: z.string(), author: z.string(), at: seconds })
      .optional()
      .meta({ id: 'BookCommentResolution', description: 'The entry that resolved it.' }),
    test: isTest,
  })
  .meta({ id: 'BookComment' });

/** The JSON of a comment. */
export const bookCommentToJson = ({ actor, resolved, ...comment }: BookComment): z.input<typeof BookCommentJson> => ({
  ...comment,
  author: actor,
  ...(resolved && { resolved: { text: resolved.text, author: resolved.actor, at: resolved.at } }),
});
