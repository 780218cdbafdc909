import { cents } from '../../money/cents.ts';
import type { Refused } from '../../refusal.ts';
import type { Estimate } from '../document/document.ts';
import type { RequestedAdvance } from './advance-amount.ts';

/** What is said of an advance to be made: nothing, an amount in cents, plain percent, or both and which of them counts. */
export type Wish = {
  readonly mode?: 'AMOUNT' | 'PERCENTAGE' | undefined;
  readonly amount?: number | undefined;
  readonly percentage?: number | undefined;
};

/** The advance wished for: one its estimate planned, by its place from 0, or one said; undefined where it is left to the rule. */
export function wished(
  estimate: Estimate,
  given: Wish & { readonly plannedAt?: number | undefined },
): RequestedAdvance | undefined | Refused<'advance_line_not_planned' | 'advance_amount_missing'> {
  const { plannedAt: index } = given;
  if (index === undefined) return requestedFrom(given);
  return estimate.content.planned[index]?.asked ?? { refused: 'advance_line_not_planned', index };
}

/** Whether an advance its estimate planned is owed at once: at signature or at order. Both have happened when it is made. */
export const isDueAtOnce = (estimate: Estimate, plannedAt: number | undefined): boolean => {
  const condition = plannedAt === undefined ? undefined : estimate.content.planned[plannedAt]?.paymentCondition;
  return condition === 'SIGNATURE' || condition === 'ORDER';
};

/** An amount or a percentage, by its mode or by which of the two is there. */
export function requestedFrom({
  mode,
  amount,
  percentage,
}: Wish): RequestedAdvance | undefined | Refused<'advance_amount_missing'> {
  const meant = mode ?? (amount !== undefined ? 'AMOUNT' : percentage !== undefined ? 'PERCENTAGE' : undefined);
  if (meant === undefined) return undefined;
  if (meant === 'AMOUNT') return amount === undefined ? missing('amount') : { mode: 'AMOUNT', amount: cents(amount) };
  return percentage === undefined ? missing('percentage') : { mode: 'PERCENTAGE', percentage };
}

const missing = (member: 'amount' | 'percentage') => ({ refused: 'advance_amount_missing', member }) as const;
