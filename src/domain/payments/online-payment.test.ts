import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claim } from '../billing/document/document.ts';
import { noLife } from '../billing/document/document.ts';
import { cents } from '../money/cents.ts';
import { isStillOwed } from './online-payment.ts';

/** A bill of 1,200.00 of which so much was paid; nothing else of it matters here. */
const bill = (paid: number, given: Partial<Claim> = {}): Claim =>
  ({
    kind: 'invoice',
    state: 'finalized',
    content: { deductions: [] },
    totals: { breakdown: { FR_2000: { net: 100_000, vat: 20_000 } } },
    life: { ...noLife, paid: cents(paid) },
    ...given,
  }) as unknown as Claim;
const page = (amount: number) => ({ amount: cents(amount) });

test('a page to pay 1,200.00 is owed while 1,200.00 are; once 0.01 came otherwise it is closed', () => {
  assert.equal(isStillOwed(bill(0), page(120_000)), true);
  assert.equal(isStillOwed(bill(1), page(120_000)), false);
});

test('a page to pay the 200.00 that were left stays while they are, and is closed once the bill is paid', () => {
  assert.equal(isStillOwed(bill(100_000), page(20_000)), true);
  assert.equal(isStillOwed(bill(120_000), page(20_000)), false);
});

test('nothing is owed of a canceled bill, nor of one that is not there', () => {
  assert.equal(isStillOwed(bill(0, { canceledAt: 1 }), page(120_000)), false);
  assert.equal(isStillOwed(undefined, page(120_000)), false);
});
