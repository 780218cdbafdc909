import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type RandomBill, type RandomPeriod, randomPeriods } from '../../../../test/einvoice/random-periods.ts';
import { fails, holds } from '../../../../test/support/runner/property-runs.ts';
import { collectedParts, invoicedParts } from '../../home/turnover-part.ts';
import { collectedOf } from '../collected.ts';
import { reportedReceipt } from './receipts.ts';
import { reportedSale } from './sales.ts';
import { toEurosAt } from './to-euros.ts';

// The setting may change within a period: each document is reported by one side, whichever has it.

const PERIODS = 400;
const BILLS_MAX = 25;
const euros = toEurosAt([], 'EUR');

/** A period, and for each of its documents whether the platform has it. */
type Shared = { readonly period: RandomPeriod; readonly atPlatform: readonly boolean[] };
const shared = (): fc.Arbitrary<Shared> =>
  fc.record({
    period: randomPeriods(),
    atPlatform: fc.array(fc.boolean(), { minLength: BILLS_MAX, maxLength: BILLS_MAX }),
  });

type Sums = Record<string, number>;
const added = (sums: Sums, name: string, amount: number): void => {
  sums[name] = (sums[name] ?? 0) + amount;
};
const notZero = (sums: Sums): Sums => Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));

/** What a side reports of a document as a sale, by its ID. */
function addSales(sums: Sums, bill: RandomBill, isAtPlatform: boolean): void {
  const parts = invoicedParts(bill.facts, bill.on);
  const { entries, international } = reportedSale(
    { ...bill, onDebits: bill.facts.onDebits, parts, ...(isAtPlatform && { isAtPlatform }) },
    euros,
  );
  for (const { net } of entries) added(sums, `sale ${bill.id}`, net);
  if (international) added(sums, `sale ${bill.id}`, international.net);
}

const paymentsOf = (bill: RandomBill, isAtPlatform: boolean) =>
  bill.payments.map(({ id, on, share }) => ({
    ...{ ...bill, id, on, documentId: bill.id, issuedOn: bill.on, parts: collectedParts(bill.facts, share, on) },
    ...(isAtPlatform && { isAtPlatform }),
  }));

/** What a report of ours states as received for a document, by day and rate. */
function addReceipts(sums: Sums, bill: RandomBill, isAtPlatform: boolean): void {
  for (const payment of paymentsOf(bill, isAtPlatform))
    for (const { rate, amount } of reportedReceipt(payment, euros)?.entry.rates ?? [])
      added(sums, `receipt ${bill.id} ${payment.on} ${rate}`, amount);
}

/** What the platform learns of the receipts of a document by statuses 212. */
function addCollected(sums: Sums, bill: RandomBill): void {
  for (const { on, rates } of collectedOf(paymentsOf(bill, true)))
    for (const { rate, amount } of rates) added(sums, `receipt ${bill.id} ${on} ${rate}`, amount);
}

/** Both sides together; `forgets` drops what our report knows of the platform. */
function reportedByBoth({ period, atPlatform }: Shared, forgets: boolean): Sums {
  const sums: Sums = {};
  inEuros(period).forEach((bill, place) => {
    const isThere = atPlatform[place] === true;
    addSales(sums, bill, isThere && !forgets);
    addReceipts(sums, bill, isThere && !forgets);
    if (!isThere) return;
    addSales(sums, bill, false);
    if (bill.group !== 'e_invoiced') addCollected(sums, bill);
  });
  return notZero(sums);
}

/** Statuses 212 are in the currency of the document, reports in euros: compared in euros. */
const inEuros = ({ bills }: RandomPeriod): RandomBill[] => bills.filter(({ facts }) => facts.currency === 'EUR');

function reportedByUs({ period }: Shared): Sums {
  const sums: Sums = {};
  for (const bill of inEuros(period)) {
    addSales(sums, bill, false);
    addReceipts(sums, bill, false);
  }
  return notZero(sums);
}

test(`in ${PERIODS} random periods with documents on both sides, each sale and receipt is reported once`, () => {
  holds(shared(), PERIODS, (of) => assert.deepEqual(reportedByBoth(of, false), reportedByUs(of)));
  const isBlind = !fails(shared(), 10, (of) => assert.deepEqual(reportedByBoth(of, true), reportedByUs(of)));
  assert.equal(isBlind, false, 'a sale reported by both sides would not be noticed');
});
