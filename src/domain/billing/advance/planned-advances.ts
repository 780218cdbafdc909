import { stepOf } from '../../money/currency.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import type { BillingDocument, Estimate } from '../document/document.ts';
import { isEstimate } from '../document/document.ts';
import {
  advanceBase,
  askedAmount,
  type PlannedAdvances,
  plannedAdvances,
  type RequestedAdvance,
} from './advance-amount.ts';

/**
 * The advances an estimate announces. A finalized one announces the amounts it was finalized with; where it was finalized before
 * they were kept, each percentage is rounded without regard to the others, as the customer read it.
 */
export function planOf({ content, totals, sealed }: Pick<Estimate, 'content' | 'totals' | 'sealed'>): PlannedAdvances {
  const step = stepOf(content.currency.code);
  const base = advanceBase(totals.breakdown, false);
  const asked = content.planned.map(
    (one): RequestedAdvance =>
      sealed ? { mode: 'AMOUNT', amount: one.amount ?? askedAmount(one.asked, base, step) } : one.asked,
  );
  return plannedAdvances(totals.breakdown, asked, step);
}

/** An estimate about to be finalized, with what its advances come to; any other document as it is. */
export function withPlanKept<D extends BillingDocument>(draft: D): D {
  if (!isEstimate(draft) || draft.content.planned.length === 0) return draft;
  const { shares } = planOf(draft);
  const planned = draft.content.planned.map((one, place) => ({
    ...one,
    amount: taxIncluded(totalOf(shares[place] ?? {})),
  }));
  return { ...draft, content: { ...draft.content, planned } };
}
