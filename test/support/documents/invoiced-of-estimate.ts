import { type Breakdown, minus, plus } from '../../../src/domain/vat/breakdown.ts';
import { type AdvanceFigures, deductionsOf } from './deductions.ts';

/**
 * A finalized final invoice: its own figures, the deductions frozen in it, and what its finalized
 * credit notes took back.
 */
export type FinalInvoiceFigures = {
  readonly breakdown: Breakdown;
  readonly deducted: Breakdown;
  readonly credited: Breakdown;
};

/**
 * What has been billed of an estimate or a purchase order: its finalized advances, and its final
 * invoices less what those deducted, each net of its own finalized credit notes. `minus(estimate,
 * billedOf(…))` remains to be billed.
 */
export const billedOf = (facts: {
  readonly advances: readonly AdvanceFigures[];
  readonly finalInvoices: readonly FinalInvoiceFigures[];
}): Breakdown =>
  facts.finalInvoices.reduce<Breakdown>(
    (all, { breakdown, deducted, credited }) => plus(all, minus(minus(breakdown, deducted), credited)),
    deductionsOf(facts.advances),
  );
