import { invalidPaymentDay } from '../../payments/record-payments.ts';
import type { Refused } from '../../refusal.ts';
import type { CreditNote } from '../document/document.ts';
import { changed } from '../document/group/after-finalizing.ts';

/**
 * Records when a finalized credit note was refunded to the customer, Unix seconds; null removes the
 * refund. The day must lie between the issue of the credit note and today, as with payments.
 */
export function refunded(
  { refundAt: _, ...creditNote }: CreditNote,
  refundAt: number | null,
  { now, zone }: { now: number; zone: string },
): CreditNote | Refused<'refund_of_draft' | 'refund_before_credit_note' | 'refund_to_come'> {
  if (!creditNote.sealed) return { refused: 'refund_of_draft' };
  const wrong =
    refundAt === null ? undefined : invalidPaymentDay(creditNote.sealed.emittedAt, [refundAt], { now, zone });
  if (wrong)
    return 'today' in wrong
      ? { refused: 'refund_to_come', ...wrong }
      : { refused: 'refund_before_credit_note', ...wrong };
  return changed<CreditNote>(creditNote, refundAt === null ? {} : { refundAt }, now);
}
