import { type Cents, cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { rateOfKey } from '../vat/breakdown.ts';
import { groupOf, isReceiptReported } from './e-reporting/classification.ts';
import type { ReceivedPayment } from './e-reporting/receipts.ts';

/** An amount with tax at a rate in basis points, in the currency of the document. */
type CollectedAtRate = { readonly rate: number; readonly amount: Cents };

/** What was collected of a document on a day, the highest rate first. Negative: given back. */
export type CollectedOfDay = { readonly on: CivilDay; readonly rates: readonly CollectedAtRate[] };

/**
 * What the payments of a document oblige its issuer to state as collected, by day and rate (status
 * 212, CGI art. 290 A): the VAT of services without the option for debits, and of every advance,
 * falls due on payment. Nothing for goods, disbursements and reverse charge, nor for a sale to a
 * consumer or abroad that was reported before its invoice. Counter-entries and refunds are
 * negative.
 */
export function collectedOf(payments: readonly ReceivedPayment[]): CollectedOfDay[] {
  return byDay(
    payments.flatMap(({ on, customer, mention, issuedOn, isReportedBefore, parts }) =>
      groupOf(customer) === 'e_invoiced' || !isReportedBefore
        ? parts
            .filter((part) => isReceiptReported(part, { mention, day: issuedOn }))
            .map(({ key, net, vat }) => ({ on, rate: rateOfKey(key), amount: net + vat }))
        : [],
    ),
  );
}

/** What is still to be stated: what was collected minus what was stated. Days in order. */
export const collectedToState = (
  collected: readonly CollectedOfDay[],
  stated: readonly CollectedOfDay[],
): CollectedOfDay[] => byDay([...entriesOf(collected, 1), ...entriesOf(stated, -1)]);

type Entry = { readonly on: CivilDay; readonly rate: number; readonly amount: number };

const entriesOf = (days: readonly CollectedOfDay[], sign: 1 | -1): Entry[] =>
  days.flatMap(({ on, rates }) => rates.map(({ rate, amount }) => ({ on, rate, amount: sign * amount })));

/** The sums by day and rate that are not zero. */
function byDay(entries: readonly Entry[]): CollectedOfDay[] {
  return [...Map.groupBy(entries, ({ on }) => on)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, ofDay]) => ({
      on,
      rates: [...Map.groupBy(ofDay, ({ rate }) => rate)]
        .toSorted(([a], [b]) => b - a)
        .map(([rate, all]) => ({ rate, amount: cents(all.reduce((total, { amount }) => total + amount, 0)) }))
        .filter(({ amount }) => amount !== 0),
    }))
    .filter(({ rates }) => rates.length > 0);
}
