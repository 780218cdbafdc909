import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import { type Breakdown, minus, plus, taxIncluded, totalOf } from '../../vat/breakdown.ts';
import {
  advanceBase,
  amountBeside,
  defaultRequest,
  plannedAdvances,
  requestedAmount,
  shareOfAdvance,
} from './advance-amount.ts';
import { planOf } from './planned-advances.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });

/** 2,032.20 tax included, of which a disbursement of 80.00. */
const estimate: Breakdown = { FR_2000: of(160_180, 32_036), FR_550: of(2847, 157), disbursement: of(8000, 0) };

test('30 % of 2,032.20 without its disbursement of 80.00 is 585.66, split into 576.65 and 9.01', () => {
  const base = advanceBase(estimate, false);
  const amount = requestedAmount({ mode: 'PERCENTAGE', percentage: 30 }, base, 1);
  assert.equal(amount, 58_566);
  assert.deepEqual(shareOfAdvance(amount, base, 1), { FR_2000: of(48_054, 9611), FR_550: of(854, 47) });
});

test('with its disbursement it is 609.66, and the disbursement bears its share', () => {
  const base = advanceBase(estimate, true);
  const amount = requestedAmount({ mode: 'PERCENTAGE', percentage: 30 }, base, 1);
  assert.equal(amount, 60_966);
  const share = shareOfAdvance(amount, base, 1) as Breakdown;
  assert.deepEqual(share.disbursement, of(2400, 0));
  assert.equal(taxIncluded(totalOf(share)), 60_966);
});

test('an advance of all that remains takes every key to the cent', () => {
  const base = advanceBase(estimate, false);
  const first = shareOfAdvance(cents(58_566), base, 1) as Breakdown;
  const remaining = minus(base, first);
  const last = shareOfAdvance(taxIncluded(totalOf(remaining)), remaining, 1) as Breakdown;
  assert.deepEqual(plus(first, last), base);
});

test('an advance above what remains is refused with the remaining amount: 12.01 of 12.00', () => {
  const remaining = { FR_2000: of(1000, 200) };
  assert.deepEqual(shareOfAdvance(cents(1201), remaining, 1), {
    refused: 'advance_exceeds_remaining',
    remaining: 1200,
  });
  assert.deepEqual(shareOfAdvance(cents(1200), remaining, 1), remaining);
});

test('a return bears its share of the advance: 4.95 of 12.00 sold and 2.11 returned is 6.01 and −1.06', () => {
  const remaining = { FR_2000: of(1000, 200), FR_550: of(-200, -11) };
  // 495 over 1200 and −211 is 600.6 and −105.6: floored 600 and −106, and the missing cent goes to
  // the larger remainder.
  assert.deepEqual(shareOfAdvance(cents(495), remaining, 1), { FR_2000: of(501, 100), FR_550: of(-100, -6) });
});

test('an advance in yen is whole yen: 30 % of 1,001 plus VAT of 200 is 360', () => {
  const base = { FR_2000: of(100_100, 20_000) };
  const amount = requestedAmount({ mode: 'PERCENTAGE', percentage: 30 }, base, 100);
  assert.equal(amount, 36_000);
  assert.deepEqual(shareOfAdvance(amount, base, 100), { FR_2000: of(30_000, 6000) });
});

test('a percentage is computed exactly as entered: 33.3333 % of 1,000.00 is 333.33', () => {
  assert.equal(requestedAmount({ mode: 'PERCENTAGE', percentage: 33.3333 }, { FR_00HT: of(100_000, 0) }, 1), 33_333);
  assert.equal(requestedAmount({ mode: 'PERCENTAGE', percentage: 0.0005 }, { FR_00HT: of(100_000, 0) }, 1), 1);
});

test('by default: 30 % of 1,000.00 three times, then half of the 100.00 that remain', () => {
  const base = { FR_00HT: of(100_000, 0) };
  const ask = (earlier: number, remaining: number) =>
    requestedAmount(defaultRequest({ earlier, remaining: { FR_00HT: of(remaining, 0) }, step: 1 }), base, 1);
  assert.deepEqual(
    [ask(0, 100_000), ask(1, 70_000), ask(2, 40_000), ask(3, 10_000), ask(4, 5000)],
    [30_000, 30_000, 30_000, 5000, 2500],
  );
});

test('planned advances of 30 % and 500.00 on 2,032.20 come to 1,085.66, and leave 946.54', () => {
  const plan = plannedAdvances(
    estimate,
    [
      { mode: 'PERCENTAGE', percentage: 30 },
      { mode: 'AMOUNT', amount: cents(50_000) },
    ],
    1,
  );
  assert.equal(taxIncluded(plan.planned), 108_566);
  assert.equal(taxIncluded(plan.remaining), 94_654);
  assert.equal(plan.planned.net + plan.remaining.net, 171_027);
  assert.equal(plan.exceeds, false);
});

test('planned advances that exceed the estimate are reported and take what there is, without the disbursement', () => {
  const plan = plannedAdvances(estimate, [{ mode: 'AMOUNT', amount: cents(900_000) }], 1);
  assert.equal(plan.exceeds, true);
  assert.equal(taxIncluded(plan.planned), 195_220);
  assert.deepEqual(plan.remaining, of(8000, 0));
});

test('50 % and 50 % of 100.01 are 50.01 and the 50.00 that are left', () => {
  const base = { FR_2000: of(8334, 1667) };
  const half = { mode: 'PERCENTAGE', percentage: 50 } as const;
  assert.equal(amountBeside(half, { base, others: [], left: cents(10_001), step: 1 }), 5001);
  assert.equal(amountBeside(half, { base, others: [half], left: cents(5000), step: 1 }), 5000);
  // Half of the first was credited, so the second does not complete 100 %: it is just its own half.
  const credited = { mode: 'AMOUNT', amount: cents(2500) } as const;
  assert.equal(amountBeside(half, { base, others: [credited], left: cents(7501), step: 1 }), 5001);
});

test('three thirds of 33.33 % are not 100 %: of 100.00 they leave 0.01', () => {
  const base = { FR_00HT: of(10_000, 0) };
  const third = { mode: 'PERCENTAGE', percentage: 33.33 } as const;
  assert.equal(amountBeside(third, { base, others: [third, third], left: cents(3334), step: 1 }), 3333);
  const rest = { mode: 'PERCENTAGE', percentage: 33.34 } as const;
  assert.equal(amountBeside(rest, { base, others: [third, third], left: cents(3334), step: 1 }), 3334);
});

test('an estimate finalized before amounts were stored announces the same as before: eight times 12.50 of 100.03', () => {
  const planned = Array.from({ length: 8 }, () => ({ asked: { mode: 'PERCENTAGE', percentage: 12.5 } as const }));
  const draft = { content: { planned, currency: { code: 'EUR' } }, totals: { breakdown: { FR_00HT: of(10_003, 0) } } };
  type Given = Parameters<typeof planOf>[0];
  const amounts = (given: unknown) => planOf(given as Given).shares.map((share) => taxIncluded(totalOf(share)));
  assert.deepEqual(amounts({ ...draft, sealed: {} }), Array(8).fill(1250));
  assert.deepEqual(amounts(draft), [...Array(7).fill(1250), 1253]);
});
