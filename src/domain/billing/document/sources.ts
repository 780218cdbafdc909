import {
  type BillingDocument,
  type Estimate,
  hasLines,
  isAdvance,
  isCreditNote,
  isEstimate,
  type LinedDocument,
} from './document.ts';

/** The documents whose lines say what a document is for. */
export type Sources = {
  /** What says what it sells: the document itself, or the estimate behind an advance and behind what credits it. */
  readonly sold: LinedDocument | undefined;
  /** The estimate or purchase order it descends from. */
  readonly estimate: Estimate | undefined;
};

/** `relatives` are the documents of its document group that are known: its parent, and what is behind that. */
export function sourcesOf(document: BillingDocument, relatives: readonly BillingDocument[]): Sources {
  const estimate = isEstimate(document) ? document : ancestorsOf(document, relatives).find(isEstimate);
  const isItself = hasLines(document) && !creditsAdvance(document, relatives);
  return { estimate, sold: isItself ? document : estimate };
}

/** Whether it is the credit note of an advance, whose lines only name keys. */
export function creditsAdvance(document: BillingDocument, relatives: readonly BillingDocument[]): boolean {
  const parent = parentOf(document, relatives);
  return isCreditNote(document) && parent !== undefined && isAdvance(parent);
}

export const parentOf = (
  { parentId }: BillingDocument,
  relatives: readonly BillingDocument[],
): BillingDocument | undefined => (parentId === undefined ? undefined : relatives.find(({ id }) => id === parentId));

function ancestorsOf(document: BillingDocument, relatives: readonly BillingDocument[]): BillingDocument[] {
  const parent = parentOf(document, relatives);
  return parent ? [parent, ...ancestorsOf(parent, relatives)] : [];
}
