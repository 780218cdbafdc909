import { minus, plus, taxIncluded, totalOf } from '../../vat/breakdown.ts';
import {
  type BillingDocument,
  type Claim,
  type CreditNote,
  type Estimate,
  type Finalized,
  isCreditNote,
  isEstimate,
  isInvoice,
} from './document.ts';
import { deductedIn, remainingOn } from './figures.ts';

/**
 * What a finalization changes on the relatives: what an estimate has billed, what an invoice or an advance has had
 * credited. `parentOf` answers from the locked family. Every changed relative comes back whole, its version raised.
 */
export function afterFinalizing(
  document: Finalized,
  parentOf: (document: BillingDocument) => BillingDocument | undefined,
): BillingDocument[] {
  const parent = parentOf(document);
  if (!parent) return [];
  if (isCreditNote(document)) return afterCredit(document, parent as Claim, parentOf(parent));
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
  estimate: BillingDocument | undefined,
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
  if (!estimate || !isEstimate(estimate)) return [settled];
  const billed = minus(estimate.life.billed, breakdown);
  return [settled, changed(estimate, { life: { ...estimate.life, billed } }, at)];
}

/** The same document with something moved on it. */
export const changed = <D extends BillingDocument>(document: D, by: Partial<D>, at: number): D => ({
  ...document,
  ...by,
  version: document.version + 1,
  updatedAt: at,
});
