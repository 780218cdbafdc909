import { type Breakdown, minus, plus } from '../../../src/domain/vat/breakdown.ts';
import { type AdvanceFigures, deductionsOf } from './deductions.ts';

/**
 * A finalized final invoice: its figures, its fixed deductions, and the amount its finalized credit
 * notes took back.
 */
export type FinalInvoiceFigures = {
  readonly breakdown: Breakdown;
  readonly deducted: Breakdown;
  readonly credited: Breakdown;
};

/**
 * The billed amount of an estimate or purchase order: finalized advances plus final invoices less
 * their deductions, each net of its finalized credit notes. `minus(estimate, billedOf(…))` is left
 * to bill.
 */
export const billedOf = (facts: {
  readonly advances: readonly AdvanceFigures[];
  readonly finalInvoices: readonly FinalInvoiceFigures[];
}): Breakdown =>
  facts.finalInvoices.reduce<Breakdown>(
    (all, { breakdown, deducted, credited }) => plus(all, minus(minus(breakdown, deducted), credited)),
    deductionsOf(facts.advances),
  );
