import { cents } from '../../money/cents.ts';
import type { Refused } from '../../refusal.ts';
import type { Estimate } from '../document/document.ts';
import type { RequestedAdvance } from './advance-amount.ts';

/** Input for a new advance: nothing, cents, plain percent, or both and which of them counts. */
export type AdvanceInput = {
  readonly mode?: 'AMOUNT' | 'PERCENTAGE' | undefined;
  readonly amount?: number | undefined;
  readonly percentage?: number | undefined;
};

/**
 * The requested advance: planned by the estimate (index from 0), or given as input; undefined means
 * the default applies.
 */
export function requestedAdvance(
  estimate: Estimate,
  input: AdvanceInput & { readonly plannedAt?: number | undefined },
): RequestedAdvance | undefined | Refused<'advance_line_not_planned' | 'advance_amount_missing'> {
  const { plannedAt: index } = input;
  if (index === undefined) return requestedFrom(input);
  return estimate.content.planned[index]?.asked ?? { refused: 'advance_line_not_planned', index };
}

/**
 * Whether a planned advance is due at once: at signature or at order, both of which precede the
 * advance.
 */
export const isDueAtOnce = (estimate: Estimate, plannedAt: number | undefined): boolean => {
  const condition = plannedAt === undefined ? undefined : estimate.content.planned[plannedAt]?.paymentCondition;
  return condition === 'SIGNATURE' || condition === 'ORDER';
};

/** An amount or a percentage, by its mode, or by which of the two is present. */
export function requestedFrom({
  mode,
  amount,
  percentage,
}: AdvanceInput): RequestedAdvance | undefined | Refused<'advance_amount_missing'> {
  const meant = mode ?? (amount !== undefined ? 'AMOUNT' : percentage !== undefined ? 'PERCENTAGE' : undefined);
  if (meant === undefined) return undefined;
  if (meant === 'AMOUNT') return amount === undefined ? missing('amount') : { mode: 'AMOUNT', amount: cents(amount) };
  return percentage === undefined ? missing('percentage') : { mode: 'PERCENTAGE', percentage };
}

const missing = (member: 'amount' | 'percentage') => ({ refused: 'advance_amount_missing', member }) as const;
