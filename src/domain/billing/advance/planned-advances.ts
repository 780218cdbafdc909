import { stepOf } from '../../money/currency.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import type { BillingDocument, Estimate } from '../document/document.ts';
import { isEstimate } from '../document/document.ts';
import {
  advanceBase,
  type PlannedAdvances,
  plannedAdvances,
  type RequestedAdvance,
  requestedAmount,
} from './advance-amount.ts';

/**
 * The advances an estimate announces. A finalized estimate has stored amounts. If it was finalized
 * before amounts were stored, each percentage is rounded on its own, as the customer saw it.
 */
export function planOf({ content, totals, sealed }: Pick<Estimate, 'content' | 'totals' | 'sealed'>): PlannedAdvances {
  const step = stepOf(content.currency.code);
  const base = advanceBase(totals.breakdown, false);
  const asked = content.planned.map(
    (one): RequestedAdvance =>
      sealed ? { mode: 'AMOUNT', amount: one.amount ?? requestedAmount(one.asked, base, step) } : one.asked,
  );
  return plannedAdvances(totals.breakdown, asked, step);
}

/**
 * Stores the amounts of the planned advances in an estimate that is about to be finalized. Other
 * documents stay unchanged.
 */
export function withPlanKept<D extends BillingDocument>(draft: D): D {
  if (!isEstimate(draft) || draft.content.planned.length === 0) return draft;
  const { shares } = planOf(draft);
  const planned = draft.content.planned.map((one, place) => ({
    ...one,
    amount: taxIncluded(totalOf(shares[place] ?? {})),
  }));
  return { ...draft, content: { ...draft.content, planned } };
}
