import { type Breakdown, minus, plus } from '../../../src/domain/vat/breakdown.ts';

/** A finalized advance, and what its finalized credit notes took back of it. */
export type AdvanceFigures = { readonly breakdown: Breakdown; readonly credited: Breakdown };

/**
 * What a final invoice deducts: each finalized advance of its estimate net of its own finalized
 * credit notes, key by key, so that the VAT already due on the advances is not due again. Frozen
 * when the invoice is finalized.
 */
export const deductionsOf = (advances: readonly AdvanceFigures[]): Breakdown =>
  advances.reduce<Breakdown>((all, { breakdown, credited }) => plus(all, minus(breakdown, credited)), {});
