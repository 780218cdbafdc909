import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Claim } from '../billing/document/document.ts';
import { noLife } from '../billing/document/document.ts';
import { cents } from '../money/cents.ts';
import { isStillOwed } from './online-payment.ts';

/** A bill of 1,200.00 with this much paid; its other fields do not matter here. */
const bill = (paid: number, overrides: Partial<Claim> = {}): Claim =>
  ({
    kind: 'invoice',
    state: 'finalized',
    content: { deductions: [] },
    totals: { breakdown: { FR_2000: { net: 100_000, vat: 20_000 } } },
    life: { ...noLife, paid: cents(paid) },
    ...overrides,
  }) as unknown as Claim;
const page = (amount: number) => ({ amount: cents(amount) });

test('a payment page of 1,200.00 stays open while 1,200.00 are owed, and closes once 0.01 is paid otherwise', () => {
  assert.equal(isStillOwed(bill(0), page(120_000)), true);
  assert.equal(isStillOwed(bill(1), page(120_000)), false);
});

test('a payment page of the remaining 200.00 stays open while they are owed, and closes once the bill is paid', () => {
  assert.equal(isStillOwed(bill(100_000), page(20_000)), true);
  assert.equal(isStillOwed(bill(120_000), page(20_000)), false);
});

test('nothing is owed on a canceled or missing bill', () => {
  assert.equal(isStillOwed(bill(0, { canceledAt: 1 }), page(120_000)), false);
  assert.equal(isStillOwed(undefined, page(120_000)), false);
});
