import { archived } from '../document/archive.ts';
import type { BillingDocument, Claim, Estimate } from '../document/document.ts';
import { changed } from '../document/group/after-finalizing.ts';
import { freedEstimate } from '../estimate/release-estimate.ts';

/** What canceling leaves: the invoice or advance, and its estimate where that is free for another final invoice. */
export type Canceled = { readonly claim: Claim; readonly freed?: Estimate };

/**
 * Cancels an invoice or an advance once the credit note of all that remained is finalized. `before` is the claim as it
 * was, `credited` as the credit note left it, `parent` its estimate as the credit note left that. Its state stays as it
 * was before: what was paid in part and is then canceled has not been paid by its credit note.
 */
export function canceled(
  { before, credited, parent }: { before: Claim; credited: Claim; parent: BillingDocument | undefined },
  { now, archive }: { now: number; archive: boolean },
): Canceled {
  const { paidAt: _, ...unpaid } = credited;
  const asBefore = (before.state === 'paid' ? credited : { ...unpaid, state: before.state }) as Claim;
  const claim = changed(archive ? archived(asBefore, now) : asBefore, { canceledAt: now } as Partial<Claim>, now);
  const freed = freedEstimate(parent, claim, now);
  return { claim, ...(freed && { freed }) };
}
