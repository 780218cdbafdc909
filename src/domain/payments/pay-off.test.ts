import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../money/cents.ts';
import { pay } from './pay-off.ts';

test('1,446.54 paid as 1,000.00 and 446.54 is paid; with 1,000.00 alone 446.54 remain', () => {
  assert.deepEqual(pay(cents(144_654), [cents(100_000), cents(44_654)]), { remaining: 0, isPaid: true });
  assert.deepEqual(pay(cents(144_654), [cents(100_000)]), { remaining: 44_654, isPaid: false });
});

test('a cent too much is refused with the remaining amount, and none of the payments is recorded', () => {
  assert.deepEqual(pay(cents(10_000), [cents(6000), cents(4001)]), {
    refused: 'payment_exceeds_remaining',
    remaining: 10_000,
  });
});

test('an invoice of zero cannot be paid', () => {
  assert.deepEqual(pay(cents(0), []), { remaining: 0, isPaid: true });
});
