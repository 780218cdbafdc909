import { type Breakdown, minus, plus } from '../../../src/domain/vat/breakdown.ts';

/** A finalized advance and the amount its finalized credit notes took back. */
export type AdvanceFigures = { readonly breakdown: Breakdown; readonly credited: Breakdown };

/**
 * The deductions of a final invoice: each finalized advance of its estimate, net of its finalized
 * credit notes, per VAT key, so that VAT is not due twice. Fixed at finalization.
 */
export const deductionsOf = (advances: readonly AdvanceFigures[]): Breakdown =>
  advances.reduce<Breakdown>((all, { breakdown, credited }) => plus(all, minus(breakdown, credited)), {});
