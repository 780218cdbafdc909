import type { BillingDocument, Finalized } from '../document.ts';
import type { DocumentGroup, Member } from './document-group.ts';

/** One document of a document group that was made, changed or deleted: what it was, and what it is. */
export type Change =
  | { readonly before?: Member; readonly after: Member }
  | { readonly before: Member; readonly after?: undefined };

/** What became of each document between two moments of a document group, in the order they were made. */
export function changesBetween(before: DocumentGroup | undefined, after: DocumentGroup | undefined): Change[] {
  const changes: Change[] = [];
  for (const [id, was] of before?.members ?? []) {
    const is = after?.members.get(id);
    if (!is) changes.push({ before: was });
    else if (is.document !== was.document) changes.push({ before: was, after: is });
  }
  for (const [id, is] of after?.members ?? []) if (!before?.members.has(id)) changes.push({ after: is });
  return changes;
}

/** The document as it has become, where it is finalized. */
export const finalizedAfter = ({ after }: Change): Finalized | undefined =>
  after?.document.sealed && (after.document as Finalized);

/** The document, where this step finalized it. */
export const newlyFinalized = (change: Change): Finalized | undefined =>
  change.before?.document.sealed ? undefined : finalizedAfter(change);

/** Whether this step canceled it. */
export const newlyCanceled = ({ before, after }: Change): boolean =>
  after?.document.canceledAt !== undefined && before?.document.canceledAt === undefined;

/** What was entered on a draft, and follows from it. */
const entered = ['content', 'totals', 'title', 'customerId', 'projectId'] as const satisfies (keyof BillingDocument)[];
/** What moves on a document whatever its state. */
const moving = [
  ...(['state', 'life', 'signedAt', 'refusedAt', 'paidAt', 'canceledAt', 'archivedAt', 'refundAt'] as const),
] satisfies (keyof BillingDocument)[];

/** Whether what a draft says has changed, and whether its marks have moved. */
export const draftChange = (before: BillingDocument, after: BillingDocument): { edited: boolean; moved: boolean } => ({
  edited: entered.some((member) => before[member] !== after[member]),
  moved: moving.some((member) => before[member] !== after[member]),
});
