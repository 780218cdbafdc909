import { archived } from '../document/archive.ts';
import type { BillingDocument, Claim, Estimate } from '../document/document.ts';
import { changed } from '../document/group/after-finalizing.ts';
import { freedEstimate } from '../estimate/release-estimate.ts';

/**
 * The result of a cancellation: the invoice or advance, and its estimate if it can now have another
 * final invoice.
 */
export type Canceled = { readonly claim: Claim; readonly freed?: Estimate };

/**
 * Cancels an invoice or an advance once the credit note of the whole remainder is finalized.
 * `before`: the claim before the credit note, `credited`: the claim after it, `parent`: its
 * estimate after it. The state is the one before: a partly paid invoice is not paid by its own
 * cancellation.
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
