import type { BillingDocument, ContentOf } from './document.ts';
import type { Kind } from './kind.ts';

/** What only its kind has to be found by: what an advance is called, the invoices a free credit note corrects. */
export const ownWords = ({ kind, content }: BillingDocument): readonly string[] => wordsOf[kind](content as never);

const none = (): readonly string[] => [];

const wordsOf: { readonly [K in Kind]: (content: ContentOf[K]) => readonly string[] } = {
  estimate: none,
  purchase_order: none,
  advance: ({ designation }) => [designation],
  invoice: none,
  credit_note: ({ references }) => references.map(({ number }) => number),
};
