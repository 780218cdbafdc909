import { isRefusal, type Refused } from '../../refusal.ts';
import type { Advance, Estimate } from '../document/document.ts';
import { type DocumentGroup, documentsOf } from '../document/group/document-group.ts';
import { editInDocumentGroup } from '../document/group/edit-in-group.ts';
import { otherAdvances, requestedAmounts } from './new-advance.ts';
import { type AdvanceInput, requestedFrom } from './requested-advance.ts';

type No =
  | 'document_is_finalized'
  | 'advance_amount_missing'
  | 'advance_exceeds_remaining'
  | 'line_amount_too_large'
  | 'discount_on_mixed_lines';

/** Changes the requested amount of the group's draft advance. */
export function withAmount(
  group: DocumentGroup<Advance>,
  {
    includeDisbursement: includeRequested,
    ...amount
  }: AdvanceInput & { readonly includeDisbursement?: boolean | undefined },
): DocumentGroup<Advance> | Refused<No> {
  const { document: advance, facts } = group.asked;
  if (advance.sealed) return { refused: 'document_is_finalized', number: advance.sealed.number };
  const asked = requestedFrom(amount);
  if (isRefusal(asked)) return asked;
  if (!asked) return { refused: 'advance_amount_missing', member: 'amount' };
  const includeDisbursement = includeRequested ?? advance.content.includeDisbursement;
  const estimate = facts.parent as Estimate;
  const others = otherAdvances(documentsOf(group), estimate, advance);
  const amounts = requestedAmounts(estimate, asked, { includeDisbursement, others });
  if (isRefusal(amounts)) return amounts;
  return editInDocumentGroup(group, {
    ...advance,
    content: { ...advance.content, asked, ...amounts, includeDisbursement },
  });
}
