import { minus, plus, taxIncluded, totalOf } from '../../../vat/breakdown.ts';
import { isAnythingLeft } from '../../credit-note/amount-check.ts';
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
 * What a finalization changes on the relatives: what an estimate has billed, what an invoice or an advance has had
 * credited. `memberOf` answers from the locked family, by id. Every changed relative comes back whole, its version raised.
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
 * Nothing is left of a final invoice, so that it could not be canceled any more: where its estimate has something to bill
 * again, as when an advance it deducted is taken back, it stands in the way of no other.
 */
const isSpent = (final: BillingDocument | undefined): boolean =>
  final?.sealed !== undefined && !isAnythingLeft(restToCredit(final));

/** The same document with something moved on it. */
export const changed = <D extends BillingDocument>(document: D, by: Partial<D>, at: number): D => ({
  ...document,
  ...by,
  version: document.version + 1,
  updatedAt: at,
});
