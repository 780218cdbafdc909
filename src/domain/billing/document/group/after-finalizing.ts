import { minus, plus, taxIncluded, totalOf } from '../../../vat/breakdown.ts';
import { isAnythingLeft } from '../../credit-note/remaining-credit.ts';
import {
  type BillingDocument,
  type Claim,
  type CreditNote,
  type Estimate,
  type Finalized,
  isCreditNote,
  isEstimate,
  isInvoice,
} from '../document.ts';
import { deductedIn, remainingOn, restToBill, restToCredit } from '../totals/document-figures.ts';

/**
 * The changes a finalization makes on related documents: the billed amount of an estimate, the
 * credited amount of an invoice or advance. `memberOf` looks a document up by id in the locked
 * document group. Each changed document is returned whole, with a higher version.
 */
export function afterFinalizing(
  document: Finalized,
  memberOf: (id: string) => BillingDocument | undefined,
): BillingDocument[] {
  const parent = memberOf(document.parentId ?? '');
  if (!parent) return [];
  if (isCreditNote(document)) return afterCredit(document, parent as Claim, memberOf);
  return isEstimate(parent) ? [afterBilling(document as Finalized<Claim>, parent)] : [];
}

function afterBilling(bill: Finalized<Claim>, estimate: Estimate): Estimate {
  const billed = plus(estimate.life.billed, minus(bill.totals.breakdown, deductedIn(bill)));
  const finalInvoice = isInvoice(bill) && { finalInvoice: { id: bill.id, number: bill.sealed.number } };
  return changed(estimate, { life: { ...estimate.life, billed, ...finalInvoice } }, bill.sealed.finalizedAt);
}

function afterCredit(
  creditNote: Finalized<CreditNote>,
  parent: Claim,
  memberOf: (id: string) => BillingDocument | undefined,
): BillingDocument[] {
  const { breakdown } = creditNote.totals;
  const at = creditNote.sealed.finalizedAt;
  const { id, sealed } = creditNote;
  const life = {
    ...parent.life,
    credited: plus(parent.life.credited, breakdown),
    creditNotes: [...parent.life.creditNotes, { id, number: sealed.number, total: taxIncluded(totalOf(breakdown)) }],
  };
  const credited = changed(parent, { life } as Partial<Claim>, at);
  const isSettled = parent.state === 'finalized' && parent.life.paid > 0 && remainingOn(credited).toPay === 0;
  const settled = isSettled ? { ...credited, state: 'paid' as const, paidAt: at } : credited;
  const estimate = memberOf(parent.parentId ?? '');
  if (!estimate || !isEstimate(estimate)) return [settled];
  const owing = { ...estimate, life: { ...estimate.life, billed: minus(estimate.life.billed, breakdown) } };
  const finalId = owing.life.finalInvoice?.id ?? '';
  const final = finalId === settled.id ? settled : memberOf(finalId);
  const isFree = isSpent(final) && isAnythingLeft(restToBill(owing));
  return [settled, changed(isFree ? withoutFinal(owing) : owing, {}, at)];
}

function withoutFinal(estimate: Estimate): Estimate {
  const { finalInvoice: _, ...life } = estimate.life;
  return { ...estimate, life };
}

/**
 * Whether a final invoice is fully credited, so that it can no longer be canceled. It must not
 * block another final invoice when its estimate can be billed again, for example because a deducted
 * advance was credited.
 */
const isSpent = (final: BillingDocument | undefined): boolean =>
  final?.sealed !== undefined && !isAnythingLeft(restToCredit(final));

/** The document with changes applied and its version raised. `at`: Unix seconds. */
export const changed = <D extends BillingDocument>(document: D, by: Partial<D>, at: number): D => ({
  ...document,
  ...by,
  version: document.version + 1,
  updatedAt: at,
});
