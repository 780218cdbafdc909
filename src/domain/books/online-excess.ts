import { type Cents, cents } from '../money/cents.ts';

/** A state reported by a provider and booked: cumulated cents, and what it paid of the document. */
export type BookedReceipt = {
  /** Unix seconds. */
  readonly at: number;
  readonly received: number;
  readonly refunded: number;
  readonly restored: number;
  /** Payments and counter-entries on the document of the page in the same booking, cents. */
  readonly paid: number;
};

/** A change of the money kept for the customer by the owner: negative if it was used. */
export type KeptChange = { readonly at: number; readonly amount: number };

/**
 * The money of an online payment that no document took, as it came and went: one amount for each
 * booking, zero if it changed nothing. It is never more than what came, and what goes back is never
 * more than what was kept: the rest went back from the document, or was reversed by hand before.
 */
export function excessByReceipt(receipts: readonly BookedReceipt[], uses: readonly KeptChange[]): Cents[] {
  let kept = 0;
  let before = 0;
  let used = 0;
  const changes = uses.toSorted((a, b) => a.at - b.at);
  return receipts.map(({ at, received, refunded, restored, paid }, place) => {
    while ((changes[used]?.at ?? Number.POSITIVE_INFINITY) <= at && place > 0) kept += changes[used++]?.amount ?? 0;
    const held = received - refunded + restored;
    const rest = held - before - paid;
    before = held;
    const amount = Math.max(rest, -kept);
    kept += amount;
    return cents(amount);
  });
}
