import type { AccountSettings } from '../../../account/settings.ts';
import { type Cents, cents, sum } from '../../../money/cents.ts';
import { stepOf } from '../../../money/currency.ts';
import { exchanged } from '../../../money/exchange.ts';
import { type CivilDay, civilDayOf } from '../../../time/civil-day.ts';
import { minus, type ShareKey, totalOf, withoutDisbursement } from '../../../vat/breakdown.ts';
import type { BillingDocument } from '../document.ts';
import { type Kind, kindRow, kinds } from '../kind.ts';
import { deductedIn } from '../totals/document-figures.ts';

/** The finalized live documents of an account that its turnover is made of. */
export type TurnoverSpan = { readonly kinds: readonly Kind[]; readonly from: CivilDay };

/** What documents of one kind bill under one key, tax excluded, deductions taken off: cents at one rate of exchange. */
export type BilledSum = { readonly kind: Kind; readonly rate: number; readonly key: ShareKey; readonly net: number };

const turnoverKinds = kinds.filter((kind) => kindRow(kind).turnover !== 0);

/**
 * What must be summed to know how near an account is to the threshold of the franchise; undefined where nobody asks:
 * only accounts under the franchise have one to watch (CGI art. 293 B), and only their drafts can still pass it.
 */
export const turnoverWatched = (
  document: Pick<BillingDocument, 'sealed'>,
  settings: AccountSettings,
  now: number,
): TurnoverSpan | undefined =>
  settings.vatRegime === 'franchise' && !document.sealed
    ? { kinds: turnoverKinds, from: `${civilDayOf(now, settings.zone).slice(0, 4)}-01-01` as CivilDay }
    : undefined;

/**
 * Net turnover of what was billed, in cents of the account's currency: credit notes take from it, and disbursements are
 * none (CGI art. 267 II 2°). What was billed at one rate of exchange is converted together.
 */
export function turnoverOfSums(sums: readonly BilledSum[], settings: AccountSettings): Cents {
  const atRate = new Map<number, number>();
  for (const { kind, rate, key, net } of sums) {
    if (key === 'disbursement') continue;
    atRate.set(rate, (atRate.get(rate) ?? 0) + kindRow(kind).turnover * net);
  }
  const step = stepOf(settings.currency);
  return sum([...atRate].map(([rate, net]) => exchanged(cents(net), { rate, step })));
}

/** What one document adds to the turnover: neither disbursements nor what its advances billed before it. */
export function turnoverOf(document: BillingDocument): Cents {
  const { base, rate } = document.content.currency;
  const { net } = totalOf(withoutDisbursement(minus(document.totals.breakdown, deductedIn(document))));
  return exchanged(cents(kindRow(document.kind).turnover * net), { rate, step: stepOf(base) });
}
