import type { Refused } from '../refusal.ts';

/** What a comment is about: a line of the receipts book, a purchase or a document. */
export const commentSubjects = ['receipt', 'purchase', 'document'] as const;
export type CommentSubject = { readonly kind: (typeof commentSubjects)[number]; readonly id: string };

/** Characters of a comment. */
export const COMMENT_TEXT_MAX = 2_000;

/** What owners, members and accountants write about an entry of the books. It never changes. */
export type BookComment = {
  readonly id: string;
  readonly test: boolean;
  readonly subject: CommentSubject;
  readonly text: string;
  /** Who wrote it: a person or a key. */
  readonly actor: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** The entry that resolved it. */
  readonly resolved?: { readonly text: string; readonly actor: string; readonly at: number };
};

/** Why a comment cannot be resolved: there is none, or it is resolved. */
export function resolutionRefused(
  comment: BookComment | undefined,
): Refused<'book_comment_not_found' | 'book_comment_resolved'> | undefined {
  if (!comment) return { refused: 'book_comment_not_found' };
  return comment.resolved ? { refused: 'book_comment_resolved' } : undefined;
}
