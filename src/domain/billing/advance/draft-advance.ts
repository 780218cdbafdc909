import { isRefusal, type Refused } from '../../refusal.ts';
import type { Advance, Estimate } from '../document/document.ts';
import {
  type DocumentGroup,
  type DraftContext,
  documentGroupFull,
  documentsOf,
  withChild,
} from '../document/group/document-group.ts';
import { requestAdvance } from './new-advance.ts';
import type { AdvanceInput } from './requested-advance.ts';

type No =
  | 'estimate_not_signed'
  | 'final_invoice_exists'
  | 'advance_line_not_planned'
  | 'advance_amount_missing'
  | 'advance_exceeds_remaining'
  | 'family_full';
type Asked = AdvanceInput & {
  readonly plannedAt?: number | undefined;
  readonly includeDisbursement?: boolean | undefined;
};

/** Adds a draft advance on the signed estimate of a document group. */
export function draftAdvance(
  group: DocumentGroup<Estimate>,
  around: DraftContext,
  { includeDisbursement = false, ...wish }: Asked,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): DocumentGroup<Advance> | Refused<No> {
  const relatives = documentsOf(group);
  const advance = requestAdvance(group.asked.document, { id: newId(), now, relatives, includeDisbursement, wish });
  if (isRefusal(advance)) return advance;
  return documentGroupFull(group) ?? withChild(group, advance, around);
}
