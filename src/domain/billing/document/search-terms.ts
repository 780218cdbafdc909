import type { BillingDocument, ContentOf } from './document.ts';
import type { Kind } from './kind.ts';

/**
 * Additional search terms of a kind: the name of an advance, the invoices a stand-alone credit note
 * corrects.
 */
export const kindSearchTerms = ({ kind, content }: BillingDocument): readonly string[] =>
  wordsOf[kind](content as never);

const none = (): readonly string[] => [];

const wordsOf: { readonly [K in Kind]: (content: ContentOf[K]) => readonly string[] } = {
  estimate: none,
  purchase_order: none,
  advance: ({ designation }) => [designation],
  invoice: none,
  credit_note: ({ references }) => references.map(({ number }) => number),
};
