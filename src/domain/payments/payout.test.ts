import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../money/cents.ts';
import { keptLines, type PayoutLine, payoutsSince } from './payout.ts';

test('of a payout with 1,003 lines of 12.00 and a fee of 0.25 the first 999 are stored one by one, the rest as one; no cent is missing', () => {
  const line: PayoutLine = { kind: 'payment', gross: cents(1_200), fee: cents(25) };
  const kept = keptLines(Array.from({ length: 1_003 }, () => line));
  assert.equal(kept.length, 1_000);
  assert.deepEqual(kept.at(-1), { kind: 'other', gross: 4_800, fee: 100 });
  assert.equal(keptLines([line]).length, 1);
});

test('payouts are fetched for the last 45 days, and never from before the account was connected', () => {
  assert.equal(payoutsSince('2026-03-20', '2025-01-01'), '2026-02-03');
  assert.equal(payoutsSince('2026-03-20', '2026-03-01'), '2026-03-01');
});
