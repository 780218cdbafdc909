import type { Refused } from '../../refusal.ts';
import { changed } from '../document/after-finalizing.ts';
import type { CreditNote } from '../document/document.ts';

/** Records when a finalized credit note was paid back to the customer, Unix seconds; null takes it back. */
export function refunded(
  { refundAt: _, ...creditNote }: CreditNote,
  refundAt: number | null,
  now: number,
): CreditNote | Refused<'refund_of_draft'> {
  if (!creditNote.sealed) return { refused: 'refund_of_draft' };
  return changed<CreditNote>(creditNote, refundAt === null ? {} : { refundAt }, now);
}
