import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../../test/support/documents/create-line.ts';
import { cents } from '../../../money/cents.ts';
import { taxIncluded, totalOf } from '../../../vat/breakdown.ts';
import type { Line } from '../lines/line.ts';
import { allocateBySign, type Entry, totalsOf } from './totals.ts';

const entry = (lines: readonly Line[], overrides: Partial<Entry> = {}): Entry => ({
  lines,
  includeDiscountDisbursement: false,
  step: 1,
  ...overrides,
});

test('5 % off 3.5 days at 450.00, 123.45 less 10 %, 3 × 9.99 at 5.5 % and a disbursement of 80.00 come to 2,032.20', () => {
  const totals = totalsOf(
    entry(
      [
        lineOf(3.5, 45_000, 'FR_2000'),
        lineOf(1, 12_345, 'FR_2000', { discount: { mode: 'PERCENTAGE', amount: 1000 } }),
        lineOf(3, 999, 'FR_550'),
        lineOf(1, 8000, 'FR_00HT', { disbursement: true }),
      ],
      { discount: { mode: 'PERCENTAGE', amount: 500 } },
    ),
  );
  assert.deepEqual(
    totals.lines.map((line) => line.net),
    [157_500, 11_110, 2997, 8000],
  );
  assert.deepEqual(
    totals.lines.map((line) => line.discount),
    [0, 1235, 0, 0],
  );
  // The document discount of 85.80 falls on the lines as 78.75, 5.55, 1.50 and nothing.
  assert.deepEqual(
    totals.lines.map((line) => line.netAfterDocumentDiscount),
    [149_625, 10_555, 2847, 8000],
  );
  assert.equal(totals.netBeforeDiscount, 179_607);
  assert.equal(totals.netBeforeDiscountWithoutDisbursement, 171_607);
  assert.equal(totals.discount, 8580);
  assert.deepEqual(totals.breakdown, {
    FR_2000: { net: 160_180, vat: 32_036 },
    FR_550: { net: 2847, vat: 157 },
    disbursement: { net: 8000, vat: 0 },
  });
  assert.deepEqual(totalOf(totals.breakdown), { net: 171_027, vat: 32_193 });
  assert.equal(taxIncluded(totalOf(totals.breakdown)), 203_220);
});

test('499.99 and 3 × 3.33 tax included at 20 % come to 509.98: 424.98 and 85.00 of VAT', () => {
  const totals = totalsOf(
    entry([lineOf(1, 49_999, 'FR_2000', { taxIncluded: true }), lineOf(3, 333, 'FR_2000', { taxIncluded: true })]),
  );
  assert.deepEqual(totals.breakdown, { FR_2000: { net: 42_498, vat: 8500 } });
  assert.deepEqual(
    totals.lines.map(({ net, vat, total }) => [net, vat, total]),
    [
      [41_666, 8333, 49_999],
      [832, 167, 999],
    ],
  );
  // 49999 ÷ 1.2, to four decimals of a cent.
  assert.equal(totals.lines[0]?.unitPriceNet, 416_658_333);
});

test('VAT is computed once on the sum: three lines of 0.33 at 20 % give 0.20, not three times 0.07', () => {
  const totals = totalsOf(entry([1, 2, 3].map(() => lineOf(1, 33, 'FR_2000'))));
  assert.deepEqual(totals.breakdown, { FR_2000: { net: 99, vat: 20 } });
  assert.deepEqual(
    totals.lines.map((line) => line.vat),
    [7, 7, 6],
  );
});

test('a line is rounded once: 0.3333 hours at 45.678 cents is 15 cents, half a cent of gross goes up', () => {
  assert.equal(totalsOf(entry([lineOf(0.3333, 45.678, 'FR_2000')])).netBeforeDiscount, 15);
  assert.equal(totalsOf(entry([lineOf(0.5, 25, 'FR_2000')])).netBeforeDiscount, 13);
  assert.equal(totalsOf(entry([lineOf(-0.5, 25, 'FR_2000')])).netBeforeDiscount, -13);
});

test('a discount of 30.00 on a line of 20.00 takes 20.00, and on a return of 20.00 gives 20.00 back', () => {
  const discount = { mode: 'AMOUNT', amount: 3000 } as const;
  const totals = totalsOf(entry([lineOf(1, 2000, 'FR_2000', { discount }), lineOf(-1, 2000, 'FR_550', { discount })]));
  assert.deepEqual(
    totals.lines.map((line) => line.discount),
    [2000, -2000],
  );
  assert.deepEqual(totals.breakdown, { FR_2000: { net: 0, vat: 0 }, FR_550: { net: 0, vat: 0 } });
});

test('the discount of a tax-included line is shown tax excluded: 12.00 off 120.00 is 10.00 off 100.00', () => {
  const discount = { mode: 'AMOUNT', amount: 1200 } as const;
  const [line] = totalsOf(entry([lineOf(1, 12_000, 'FR_2000', { taxIncluded: true, discount })])).lines;
  assert.deepEqual(line && [line.netBeforeDiscount, line.discount, line.net, line.vat], [10_000, 1000, 9000, 1800]);
});

test('a document discount covers disbursements only on request: 10 % off 100.00 and 50.00 is 10.00, or 15.00', () => {
  const lines = [lineOf(1, 10_000, 'FR_2000'), lineOf(1, 5000, 'FR_00HT', { disbursement: true })];
  const discount = { mode: 'PERCENTAGE', amount: 1000 } as const;
  assert.equal(totalsOf(entry(lines, { discount })).discount, 1000);
  assert.equal(totalsOf(entry(lines, { discount, includeDiscountDisbursement: true })).discount, 1500);
});

test('10 % off prices with and without the tax: 100.00 and 120.00 tax included leave 90.00 and 108.00', () => {
  const lines = [lineOf(1, 10_000, 'FR_2000'), lineOf(1, 12_000, 'FR_2000', { taxIncluded: true })];
  const totals = totalsOf(entry(lines, { discount: { mode: 'PERCENTAGE', amount: 1000 } }));
  assert.deepEqual(totals.breakdown, { FR_2000: { net: 18_000, vat: 3600 } });
  assert.deepEqual(
    totals.lines.map((line) => line.net),
    [10_000, 10_000],
  );
  assert.equal(totals.discount, 2000);
});

test('an exchange at the same price has no VAT in total, and each side shows its own VAT', () => {
  const bare = totalsOf(entry([lineOf(1, 1000, 'FR_2000'), lineOf(-1, 1000, 'FR_2000')]));
  assert.deepEqual(bare.breakdown, { FR_2000: { net: 0, vat: 0 } });
  assert.deepEqual(
    bare.lines.map((line) => line.vat),
    [200, -200],
  );
  const promised = totalsOf(
    entry([lineOf(1, 1200, 'FR_2000', { taxIncluded: true }), lineOf(-1, 1200, 'FR_2000', { taxIncluded: true })]),
  );
  assert.deepEqual(
    promised.lines.map(({ net, vat }) => [net, vat]),
    [
      [1000, 200],
      [-1000, -200],
    ],
  );
});

test('a disbursement carries no VAT, whatever VAT code its line has', () => {
  const totals = totalsOf(entry([lineOf(1, 8000, 'FR_2000', { disbursement: true })]));
  assert.deepEqual(totals.breakdown, { disbursement: { net: 8000, vat: 0 } });
});

test('yen are whole: 3 × 333.5 yen is 1,001, its VAT at 20 % is 200, and 10 % off is 100', () => {
  const totals = totalsOf(entry([lineOf(3, 33_350, 'FR_2000')], { step: 100 }));
  assert.deepEqual(totals.breakdown, { FR_2000: { net: 100_100, vat: 20_000 } });
  const discount = { mode: 'PERCENTAGE', amount: 1000 } as const;
  assert.equal(totalsOf(entry([lineOf(3, 33_350, 'FR_2000')], { step: 100, discount })).discount, 10_000);
});

test('a document without lines, and a line of quantity zero, have zero amounts', () => {
  assert.deepEqual(totalsOf(entry([], { discount: { mode: 'AMOUNT', amount: 500 } })).breakdown, {});
  const totals = totalsOf(entry([lineOf(0, 500, 'FR_2000'), lineOf(0, 500, 'FR_2000', { taxIncluded: true })]));
  assert.deepEqual(totals.breakdown, { FR_2000: { net: 0, vat: 0 } });
});

const atTwentyPercent = { part: 2000, whole: 10_000, step: 1 } as const;
const shared = (vat: number, nets: readonly number[]) => allocateBySign(cents(vat), nets.map(cents), atTwentyPercent);

test('VAT of 0.20 over three lines of 0.33 is 0.07, 0.07 and 0.06', () => {
  assert.deepEqual(shared(20, [33, 33, 33]), [7, 7, 6]);
});

test('10.00 sold and 9.99 returned at 20 % have no VAT in total: 2.00 on one line, −2.00 on the other', () => {
  // By weights alone, an amount of 0 over a sum of 0.01 would leave both lines without VAT.
  assert.deepEqual(shared(0, [1000, -999]), [200, -200]);
});

test('an amount over zero lines goes to the first, so that the lines still add up', () => {
  assert.deepEqual(shared(-1, [0, 0]), [-1, 0]);
  assert.deepEqual(shared(0, []), []);
});
