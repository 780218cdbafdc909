import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Cents } from '../../money/cents.ts';
import type { BasisPoints } from '../../vat/vat-code.ts';
import { LUMP_SUM, penaltyRateOn, penaltyToTheDay } from './late-penalty.ts';

const LEGAL = { term: 'three_time_legal_rate' } as const;
const ECB = { term: 'bce_director_rate_plus_ten_points' } as const;
const owed = (euros: number, dueOn: string, on: string) => ({ remaining: (euros * 100) as Cents, dueOn, on });

test('1,200.00 due on 1 March 2026 cost 7.75 on 31 March: 7.86 % a year, 30 days', () => {
  // 120000 × 7.86 % × 30 ÷ 365 = 775.23 cents
  assert.equal(penaltyToTheDay(owed(1_200, '2026-03-01', '2026-03-31'), LEGAL), 775);
  // 120000 × 12.15 % × 30 ÷ 365 = 1198.36 cents
  assert.equal(penaltyToTheDay(owed(1_200, '2026-03-01', '2026-03-31'), ECB), 1_198);
  assert.equal(LUMP_SUM, 4_000);
});

test('nothing is owed up to the due day, one day’s worth the day after', () => {
  assert.equal(penaltyToTheDay(owed(1_200, '2026-03-01', '2026-03-01'), LEGAL), 0);
  assert.equal(penaltyToTheDay(owed(1_200, '2026-03-01', '2026-02-01'), LEGAL), 0);
  assert.equal(penaltyToTheDay(owed(1_200, '2026-03-01', '2026-03-02'), LEGAL), 26);
});

test('each half-year has its own rate, and the sum is rounded once', () => {
  // Due on 1 December 2025: 30 days at 8.28 %, then 31 at 7.86 %: 120000 × (248.40 + 243.66) % ÷
  // 365 = 1617.73 cents
  assert.equal(penaltyToTheDay(owed(1_200, '2025-12-01', '2026-01-31'), LEGAL), 1_618);
  assert.deepEqual(
    ['2025-12-31', '2026-01-01', '2026-06-30'].map((day) => penaltyRateOn('three_time_legal_rate', day)),
    [828, 786, 786],
  );
  assert.equal(penaltyRateOn('bce_director_rate_plus_ten_points', '2025-06-30'), 1_315);
});

test('1,200.00 due on 15 June 2026 cost, on 23 November, 15 days at 12.15 % and 146 at 12.40 %: the rate of 1 July holds, despite a change in September', () => {
  // 120000 × (182.25 + 1810.40) % ÷ 365 = 6551.18 cents
  assert.equal(penaltyToTheDay(owed(1_200, '2026-06-15', '2026-11-23'), ECB), 6_551);
  // 120000 × (15 × 7.86 + 146 × 8.25) % ÷ 365 = 4347.62 cents
  assert.equal(penaltyToTheDay(owed(1_200, '2026-06-15', '2026-11-23'), LEGAL), 4_348);
});

test('without a known rate there is no amount: custom wording, a future half-year; the owner may give the rate', () => {
  assert.equal(penaltyRateOn('three_time_legal_rate', '2031-01-01'), undefined);
  assert.equal(penaltyToTheDay(owed(1_200, '2030-12-01', '2031-01-31'), LEGAL), undefined);
  assert.equal(penaltyToTheDay(owed(1_200, '2026-03-01', '2026-03-31'), { term: 'other' }), undefined);
  const rate = 1_000 as BasisPoints;
  assert.equal(penaltyToTheDay(owed(1_200, '2031-03-01', '2031-03-31'), { ...LEGAL, rate }), 986);
  assert.equal(penaltyToTheDay({ ...owed(36_500, '2031-03-01', '2031-03-31'), step: 100 }, { rate }), 30_000);
});
