import {
  type BillingDocument,
  type Estimate,
  hasLines,
  isAdvance,
  isCreditNote,
  isEstimate,
  type LinedDocument,
} from './document.ts';

/** The documents whose lines state what a document bills. */
export type Sources = {
  /**
   * The document that states what is sold: itself, or the estimate behind an advance or behind an
   * advance's credit note.
   */
  readonly sold: LinedDocument | undefined;
  /** The estimate or purchase order it descends from. */
  readonly estimate: Estimate | undefined;
};

/** `relatives`: the known documents of its group: its parent, and the parent's parent. */
export function sourcesOf(document: BillingDocument, relatives: readonly BillingDocument[]): Sources {
  const estimate = isEstimate(document) ? document : ancestorsOf(document, relatives).find(isEstimate);
  const isItself = hasLines(document) && !creditsAdvance(document, relatives);
  return { estimate, sold: isItself ? document : estimate };
}

/** Whether this is the credit note of an advance, whose lines only name keys. */
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
