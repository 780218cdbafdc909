import { type BillFacts, collectedParts, type TurnoverPart } from '../home/turnover-part.ts';
import { allocate } from '../money/allocate.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { amountOf, type Breakdown, keysOf, type ShareKey, taxIncluded, withoutDisbursement } from '../vat/breakdown.ts';

/**
 * The parts of money paid beyond a document: in proportion to what the document sells, without VAT,
 * because it pays for nothing yet. Negative for money that is applied or returned.
 */
export function overpaidParts(bill: BillFacts, amount: Cents, on: CivilDay): TurnoverPart[] {
  const sold = withoutDisbursement(bill.due);
  const keys = keysOf(sold).filter((key) => taxIncluded(amountOf(sold, key)) !== 0);
  const weights = keys.map((key) => Math.abs(taxIncluded(amountOf(sold, key))));
  const shares = keys.length === 0 ? [amount] : allocate(amount, weights, bill.step);
  const places: readonly ShareKey[] = keys.length === 0 ? ['FR_00HT'] : keys;
  const share: Breakdown = Object.fromEntries(
    places.map((key, place) => [key, { net: shares[place] ?? cents(0), vat: cents(0) }]),
  );
  return collectedParts(bill, share, on);
}
