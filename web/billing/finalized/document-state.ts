import { dayOf } from '../../ground/days.tsx';
import type { StateName } from '../../ground/parts/state.tsx';
import type { Words } from '../../words/catalogues.ts';
import { type Billing, type Claim, isClaim, isCredit, isOffer, natureOf, type Offer } from './document-queries.ts';

export type Said = { readonly of: StateName; readonly text: string; readonly part?: number };
type StateWords = Words<'finalized'>['state'];

const DAY_MS = 86_400_000;
/** An offer is said to expire from this many days before. */
const EXPIRING_DAYS = 7;

/** Civil days from today to a moment; less than nothing where it has passed. */
export const daysUntil = (seconds: number): number =>
  Math.round((Date.parse(dayOf(seconds)) - Date.parse(dayOf(Date.now() / 1000))) / DAY_MS);

/** The most pressing word for where a document stands. */
export function stateOf(billing: Billing, words: StateWords): Said {
  const nature = natureOf(billing);
  if (billing.state === 'draft') return { of: 'draft', text: words.draft };
  const special = isOffer(billing)
    ? stateOfOffer(billing, words)
    : isClaim(billing)
      ? stateOfClaim(billing, words)
      : undefined;
  if (special) return special;
  if (isCredit(billing) && billing.refundAt !== undefined) return { of: 'paid', text: words.refunded };
  return billing.lastSendByEmailAt === undefined
    ? { of: 'final', text: words.final[nature] }
    : { of: 'sent', text: words.sent[nature] };
}

function stateOfOffer(offer: Offer, words: StateWords): Said | undefined {
  if (offer.state === 'refused') return { of: 'refused', text: words.refused };
  if (offer.state === 'signed') return { of: 'signed', text: words.signed };
  const days = daysUntil(offer.expiredAt);
  if (days < 0) return { of: 'expired', text: words.expired };
  return days <= EXPIRING_DAYS ? { of: 'expiring', text: words.expiring(days) } : undefined;
}

function stateOfClaim(claim: Claim, words: StateWords): Said | undefined {
  const rest = claim.total.remainingReconciliateAmount;
  if (claim.canceledAt !== undefined) return { of: 'canceled', text: words.canceled };
  if (claim.state === 'paid') return { of: 'paid', text: words.paid };
  if (rest === 0) return { of: 'canceled', text: words.credited };
  const part = partPaid(claim);
  const days = claim.dueAt === undefined ? 0 : daysUntil(claim.dueAt);
  if (days < 0) return { of: 'late', text: words.late(-days), ...(part && { part }) };
  return part ? { of: 'part', text: words.part, part } : undefined;
}

/** How much of what could be paid is, for the pie of its dot; undefined where nothing is. */
function partPaid({ total }: Claim): number | undefined {
  const left = total.remainingAmountWithTax;
  const share = left > 0 ? 1 - total.remainingReconciliateAmount / left : 0;
  return share > 0.005 ? share : undefined;
}
