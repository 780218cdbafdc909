import type { Advance, Estimate, Finalized } from '../document/document.ts';
import { figuresOf, restToBill } from '../document/figures.ts';
import { freshDraft } from '../document/new-draft.ts';
import { advanceDesignation } from '../document/wording.ts';
import { type Cents, cents } from '../money/cents.ts';
import { stepOf } from '../money/currency.ts';
import type { Refused } from '../refusal.ts';
import { taxIncluded, totalOf } from '../vat/breakdown.ts';
import { type AskedAdvance, advanceBase, askedAmount, defaultAdvance } from './share.ts';

/** Percent taken by an advance nobody gave an amount for, up to the third. */
const DEFAULT_PERCENTAGE = 30;
const ADVANCES_OF_THE_BASE = 3;

/**
 * Drafts an advance on a signed estimate. Without a wish it asks for 30 %, or from the fourth advance on for half of
 * what remains (`earlier` counts those not canceled). Refused where it asks for nothing or for more than remains.
 */
export function newAdvance(
  estimate: Finalized<Estimate>,
  given: { id: string; now: number; earlier: number; includeDisbursement: boolean; asked?: AskedAdvance },
): Advance | Refused<'advance_exceeds_remaining'> {
  const { id, now, includeDisbursement } = given;
  const asked = given.asked ?? defaultAsked(estimate, given);
  const amounts = amountsAsked(estimate, asked, includeDisbursement);
  if ('refused' in amounts) return amounts;

  const { locale, currency, legals, display, displayDeliveryAddress, deliveryAddress, bank, timeline } =
    estimate.content;
  const draft = freshDraft({
    kind: 'advance',
    id,
    test: estimate.test,
    now,
    familyId: estimate.familyId,
    parentId: estimate.id,
    ...(estimate.customerId && { customerId: estimate.customerId }),
    totals: estimate.totals,
    content: {
      locale,
      currency,
      legals,
      display: { ...display, goodForApproval: false },
      displayDeliveryAddress,
      ...(deliveryAddress && { deliveryAddress }),
      ...(bank && { bank }),
      timeline: { paymentDelay: timeline.paymentDelay === 'other' ? 'at_reception' : timeline.paymentDelay },
      onlinePayment: false,
      asked,
      ...amounts,
      includeDisbursement,
      designation: advanceDesignation(locale, estimate.kind, estimate.sealed.number),
    },
  });
  return { ...draft, totals: figuresOf(draft, estimate) } as Advance;
}

/** What a wish comes to, in cents and in percent of its base; refused where that is nothing or more than remains. */
export function amountsAsked(
  estimate: Estimate,
  asked: AskedAdvance,
  includeDisbursement: boolean,
): { amount: Cents; percentage: number } | Refused<'advance_exceeds_remaining'> {
  const base = advanceBase(estimate.totals.breakdown, includeDisbursement);
  const remaining = taxIncluded(totalOf(advanceBase(restToBill(estimate), includeDisbursement)));
  const amount = askedAmount(asked, base, stepOf(estimate.content.currency.code));
  if (amount <= 0 || amount > remaining)
    return { refused: 'advance_exceeds_remaining', remaining: cents(Math.max(remaining, 0)) };
  const percentage = asked.mode === 'PERCENTAGE' ? asked.percentage : percentOf(amount, taxIncluded(totalOf(base)));
  return { amount, percentage };
}

function defaultAsked(
  estimate: Estimate,
  { earlier, includeDisbursement }: { earlier: number; includeDisbursement: boolean },
): AskedAdvance {
  if (earlier < ADVANCES_OF_THE_BASE) return { mode: 'PERCENTAGE', percentage: DEFAULT_PERCENTAGE };
  const base = advanceBase(estimate.totals.breakdown, includeDisbursement);
  const remaining = advanceBase(restToBill(estimate), includeDisbursement);
  const step = stepOf(estimate.content.currency.code);
  return { mode: 'AMOUNT', amount: defaultAdvance({ earlier, base, remaining, step }) };
}

/** Two decimals of a percent. Only told, never computed with. */
const percentOf = (part: Cents, whole: Cents): number => Math.round((part * 10_000) / whole) / 100;
