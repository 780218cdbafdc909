import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import { leftToCredit, remainingOf } from './remaining-amounts.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });
const breakdown = { FR_2000: of(160_180, 32_036), FR_550: of(2847, 157), disbursement: of(8000, 0) };
const deducted = { FR_2000: of(48_054, 9611), FR_550: of(854, 47) };

test('of a final invoice of 2,032.20 that deducts an advance of 585.66, 1,446.54 remain: 1,221.19 and VAT of 225.35', () => {
  const remaining = remainingOf({ breakdown, deducted, credited: {}, paid: cents(0) });
  assert.deepEqual(remaining, { withoutTax: 122_119, withTax: 144_654, toPay: 144_654, overpaid: 0 });
});

test('a payment of 1,000.00 leaves 446.54 to pay, and everything to credit', () => {
  const remaining = remainingOf({ breakdown, deducted, credited: {}, paid: cents(100_000) });
  assert.deepEqual(remaining, { withoutTax: 122_119, withTax: 144_654, toPay: 44_654, overpaid: 0 });
});

test('a paid invoice that is then credited has nothing to pay, and was overpaid by the payment', () => {
  const credited = leftToCredit({ breakdown, deducted, credited: {} });
  const remaining = remainingOf({ breakdown, deducted, credited, paid: cents(144_654) });
  assert.deepEqual(remaining, { withoutTax: 0, withTax: 0, toPay: 0, overpaid: 144_654 });
});
