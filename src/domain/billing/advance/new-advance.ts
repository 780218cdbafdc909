import { type Cents, cents, sum } from '../../money/cents.ts';
import { stepOf } from '../../money/currency.ts';
import { isRefusal, type Refused } from '../../refusal.ts';
import { isNothing, taxIncluded, totalOf } from '../../vat/breakdown.ts';
import { advanceDesignation } from '../document/designations.ts';
import {
  type Advance,
  type BillingDocument,
  type Estimate,
  type Finalized,
  isAdvance,
  isFinalized,
} from '../document/document.ts';
import { copiedContent } from '../document/duplicate.ts';
import {
  type DocumentGroup,
  type DraftContext,
  documentGroupFull,
  documentsOf,
  withChild,
} from '../document/group/document-group.ts';
import { freshDraft } from '../document/new-draft.ts';
import { figuresOf, mostToAdvance, restToBill, restToCredit } from '../document/totals/document-figures.ts';
import { advanceBase, amountBeside, defaultRequest, type RequestedAdvance } from './advance-amount.ts';
import { type AdvanceInput, isDueAtOnce, requestedAdvance } from './requested-advance.ts';

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

/**
 * Drafts the requested advance on an estimate that is signed and has no final invoice, not even a
 * draft. `relatives` is the document group of the estimate.
 */
function requestAdvance(
  estimate: Estimate,
  options: {
    readonly id: string;
    readonly now: number;
    readonly relatives: readonly BillingDocument[];
    readonly includeDisbursement: boolean;
    readonly wish: Parameters<typeof requestedAdvance>[1];
  },
):
  | Advance
  | Refused<
      | 'estimate_not_signed'
      | 'final_invoice_exists'
      | 'advance_line_not_planned'
      | 'advance_amount_missing'
      | 'advance_exceeds_remaining'
    > {
  if (estimate.state !== 'signed' || !isFinalized<Estimate>(estimate)) return { refused: 'estimate_not_signed' };
  const { finalInvoice } = estimate.life;
  if (finalInvoice) return { refused: 'final_invoice_exists', invoiceId: finalInvoice.id };
  const { relatives, wish, ...rest } = options;
  const asked = requestedAdvance(estimate, wish);
  if (isRefusal(asked)) return asked;
  const others = otherAdvances(relatives, estimate);
  const announced = options.includeDisbursement ? undefined : estimate.content.planned[wish.plannedAt ?? -1]?.amount;
  const dueAtOnce = isDueAtOnce(estimate, wish.plannedAt);
  return newAdvance(estimate, { ...rest, others, announced, dueAtOnce, ...(asked && { asked }) });
}

/**
 * Drafts an advance on a signed estimate. By default 30 %, from the fourth advance on half of what
 * remains (`others` are the advances that are not canceled). Refused if the amount is zero or
 * exceeds what remains.
 */
export function newAdvance(
  estimate: Finalized<Estimate>,
  options: {
    readonly id: string;
    readonly now: number;
    readonly others: readonly Advance[];
    readonly includeDisbursement: boolean;
    readonly asked?: RequestedAdvance;
    readonly announced?: Cents | undefined;
    readonly dueAtOnce?: boolean;
  },
): Advance | Refused<'advance_exceeds_remaining'> {
  const { id, now, includeDisbursement, others, announced, dueAtOnce = false } = options;
  const step = stepOf(estimate.content.currency.code);
  const remaining = advanceBase(restToBill(estimate), includeDisbursement);
  const asked = options.asked ?? defaultRequest({ earlier: others.length, remaining, step });
  const amounts = requestedAmounts(estimate, asked, { includeDisbursement, others, announced });
  if ('refused' in amounts) return amounts;

  const { locale, display, timeline } = estimate.content;
  const draft = freshDraft({
    kind: 'advance',
    id,
    test: estimate.test,
    now,
    familyId: estimate.familyId,
    parentId: estimate.id,
    ...(estimate.customerId && { customerId: estimate.customerId }),
    ...(estimate.projectId && { projectId: estimate.projectId }),
    totals: estimate.totals,
    content: {
      ...copiedContent(estimate.content, 'advance'),
      display: { ...display, goodForApproval: false },
      timeline: {
        paymentDelay: dueAtOnce || timeline.paymentDelay === 'other' ? 'at_reception' : timeline.paymentDelay,
      },
      asked,
      ...amounts,
      includeDisbursement,
      designation: advanceDesignation(locale, estimate.kind, estimate.sealed.number),
    },
  });
  return { ...draft, totals: figuresOf(draft, estimate) } as Advance;
}

/** The advances on an estimate, drafts included, except canceled ones and the one being changed. */
export const otherAdvances = (
  relatives: readonly BillingDocument[],
  estimate: Estimate,
  changed?: Advance,
): readonly Advance[] =>
  relatives
    .filter(isAdvance)
    .filter(
      ({ id, parentId, canceledAt }) => parentId === estimate.id && canceledAt === undefined && id !== changed?.id,
    );

/**
 * The amount of a requested advance, in tax-included cents and in percent of its base; refused if
 * zero or more than what remains.
 */
export function requestedAmounts(
  estimate: Estimate,
  asked: RequestedAdvance,
  {
    includeDisbursement,
    others,
    announced,
  }: {
    readonly includeDisbursement: boolean;
    readonly others: readonly Advance[];
    readonly announced?: Cents | undefined;
  },
): { amount: Cents; percentage: number } | Refused<'advance_exceeds_remaining'> {
  const base = advanceBase(estimate.totals.breakdown, includeDisbursement);
  const remaining = mostToAdvance(estimate, includeDisbursement);
  const drafted = sum(others.filter((one) => !isFinalized(one)).map(({ content }) => content.amount));
  const amount = amountBeside(asked, {
    base,
    others: others.map((one) => standing(one, includeDisbursement)),
    left: cents(Math.max(remaining - drafted, 0)),
    step: stepOf(estimate.content.currency.code),
    announced,
  });
  if (amount <= 0 || amount > remaining) return { refused: 'advance_exceeds_remaining', remaining };
  const percentage = asked.mode === 'PERCENTAGE' ? asked.percentage : percentOf(amount, taxIncluded(totalOf(base)));
  return { amount, percentage };
}

/**
 * The share of the base an advance takes: its percentage if it has the same base and nothing of it
 * was credited, otherwise its amount.
 */
function standing(advance: Advance, includeDisbursement: boolean): RequestedAdvance {
  const { asked, amount } = advance.content;
  if (!isNothing(advance.life.credited)) {
    return { mode: 'AMOUNT', amount: taxIncluded(totalOf(restToCredit(advance))) };
  }
  return advance.content.includeDisbursement === includeDisbursement ? asked : { mode: 'AMOUNT', amount };
}

/** Percent with two decimals. For display only, never used in computations. */
const percentOf = (part: Cents, whole: Cents): number => Math.round((part * 10_000) / whole) / 100;
