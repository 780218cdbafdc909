import { isEstimate } from '../billing/document/document.ts';
import { type Change, newlyFinalized } from '../billing/document/group/group-changes.ts';

/** Whether this step finalized a document that may be sent to a platform automatically. */
export function isSendingDueSince(change: Change): boolean {
  const sealed = newlyFinalized(change);
  return sealed !== undefined && !isEstimate(sealed);
}
