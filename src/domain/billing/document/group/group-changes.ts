import type { BillingDocument, Finalized } from '../document.ts';
import type { DocumentGroup, Member } from './document-group.ts';

/** One document of a group that was created, changed or deleted: before and after. */
export type Change =
  | { readonly before?: Member; readonly after: Member }
  | { readonly before: Member; readonly after?: undefined };

/** The changes between two states of a document group, in order of the documents' creation. */
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

/** The changed document if it is finalized. */
export const finalizedAfter = ({ after }: Change): Finalized | undefined =>
  after?.document.sealed && (after.document as Finalized);

/** The document if this step finalized it. */
export const newlyFinalized = (change: Change): Finalized | undefined =>
  change.before?.document.sealed ? undefined : finalizedAfter(change);

/** Whether this step canceled the document. */
export const newlyCanceled = ({ before, after }: Change): boolean =>
  after?.document.canceledAt !== undefined && before?.document.canceledAt === undefined;

/** The entered fields of a draft, and those derived from them. */
const entered = ['content', 'totals', 'title', 'customerId', 'projectId'] as const satisfies (keyof BillingDocument)[];
/** Fields that change in any state of a document. */
const moving = [
  ...(['state', 'life', 'signedAt', 'refusedAt', 'paidAt', 'canceledAt', 'archivedAt', 'refundAt'] as const),
] satisfies (keyof BillingDocument)[];

/** Whether the content of a draft was edited, and whether its status fields moved. */
export const draftChange = (before: BillingDocument, after: BillingDocument): { edited: boolean; moved: boolean } => ({
  edited: entered.some((member) => before[member] !== after[member]),
  moved: moving.some((member) => before[member] !== after[member]),
});
