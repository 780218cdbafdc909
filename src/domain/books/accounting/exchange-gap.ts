import type { ClaimHistory } from '../../home/claim-history.ts';
import { sharesOf } from '../../home/claim-history.ts';
import { type BillFacts, collectedParts } from '../../home/turnover-part.ts';
import { type Cents, cents } from '../../money/cents.ts';
import { type Breakdown, isSame, minus, taxIncluded, totalOf } from '../../vat/breakdown.ts';

/** A claim in another currency than the account’s, with its payments. */
type ForeignClaim = { readonly facts: BillFacts; readonly history: ClaimHistory };

/**
 * Exchange differences by the ID of the payment: cents of the account’s currency, positive for a
 * debit. Each payment is converted separately, so the balance of a settled document is not exactly
 * zero. The difference is a gain or loss (accounts 756 and 656).
 */
export function exchangeGaps({ facts, history }: ForeignClaim): ReadonlyMap<string, Cents> {
  const gaps = new Map<string, Cents>();
  if (!facts.exchange) return gaps;
  const shares = sharesOf(history);
  const whole = taxIncluded(totalOf(facts.accountDue));
  let rest = facts.due;
  let owed: number = whole;
  for (const moved of history.moved) {
    const share = moved.what === 'credited' ? moved.breakdown : (shares.get(moved.id) ?? {});
    rest = minus(rest, share);
    owed -= inAccount(facts, share);
    // The entry of a credit note is that of its document; the next payment settles its difference.
    if (moved.what === 'credited') continue;
    const target = taxIncluded(totalOf(rest)) === 0 ? 0 : isSame(rest, facts.due) ? whole : owed;
    if (target !== owed) gaps.set(moved.id, cents(target - owed));
    owed = target;
  }
  return gaps;
}

const inAccount = (facts: BillFacts, share: Breakdown): number =>
  collectedParts(facts, share, '').reduce((all, { accountNet, accountVat }) => all + accountNet + accountVat, 0);
