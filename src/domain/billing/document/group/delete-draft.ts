import type { Refused } from '../../../refusal.ts';
import type { BillingDocument } from '../document.ts';

/**
 * Why a document cannot be deleted: it has a number, or another document was created from it.
 * Undefined if it can. `relatives` is its document group.
 */
export function whyNotDeletable(
  document: BillingDocument,
  relatives: readonly BillingDocument[],
): Refused<'not_deletable_when_finalized' | 'not_deletable_with_credit_notes'> | undefined {
  if (document.sealed) return { refused: 'not_deletable_when_finalized', number: document.sealed.number };
  const hasChildren = relatives.some(({ parentId }) => parentId === document.id);
  return hasChildren ? { refused: 'not_deletable_with_credit_notes' } : undefined;
}
