import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../test/support/documents/create-line.ts';
import { cents } from '../../money/cents.ts';
import type { Breakdown } from '../../vat/breakdown.ts';
import type { Line } from '../document/lines/line.ts';
import { totalsOf } from '../document/totals/totals.ts';
import { isCreditable } from './remaining-credit.ts';
import { creditTotals } from './totals.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });
const credit = (lines: readonly Line[], rest: Breakdown) =>
  creditTotals({ lines, includeDiscountDisbursement: false, step: 1 }, rest).breakdown;

test('an invoice of 133.34 with an advance of 40.00 leaves 93.34 to credit, to the cent', () => {
  // 111.12 + 22.22, minus 33.33 + 6.67: the remaining VAT is 15.55, while 20 % of 77.79 would be
  // 15.56.
  const rest = { FR_2000: of(7779, 1555) };
  assert.deepEqual(credit([lineOf(1, 7779, 'FR_2000')], rest), rest);
  assert.equal(isCreditable(rest, rest), true);
});

test('three credit notes of 0.01 on an invoice of 0.03 and 0.01 of VAT take the cent of VAT once', () => {
  let rest = of(3, 1);
  const taken = [1, 2, 3].map(() => {
    const { FR_2000: part = of(0, 0) } = credit([lineOf(1, 1, 'FR_2000')], { FR_2000: rest });
    rest = of(rest.net - part.net, rest.vat - part.vat);
    return part.vat;
  });
  assert.deepEqual(taken, [0, 1, 0]);
  assert.deepEqual(rest, of(0, 0));
});

test('a tax-included line keeps its price: 50.00 of 102.00 and 20.39 of VAT is 41.67 and 8.33', () => {
  // 5000 × 10200 ÷ 12239 = 4167.01
  const line = lineOf(1, 5000, 'FR_2000', { taxIncluded: true });
  assert.deepEqual(credit([line], { FR_2000: of(10_200, 2039) }), { FR_2000: of(4167, 833) });
});

test('tax-included lines come first, the others share what those leave', () => {
  // Of 0.03 and 0.01 of VAT, 0.01 tax included is 0.75 of a cent: 0.01 and no VAT. Of the (2, 1)
  // left, 0.01 takes half.
  const lines = [lineOf(1, 1, 'FR_2000'), lineOf(1, 1, 'FR_2000', { taxIncluded: true })];
  assert.deepEqual(credit(lines, { FR_2000: of(3, 1) }), { FR_2000: of(2, 1) });
});

test('lines that take all of the net take all of the VAT; a tax-included price stays if another line can bear the difference', () => {
  // By the rate, 10.00 and 12.00 tax included would be 20.00 and 4.00, but one cent of VAT was
  // credited before.
  const lines = [lineOf(1, 1000, 'FR_2000'), lineOf(1, 1200, 'FR_2000', { taxIncluded: true })];
  const rest = { FR_2000: of(2000, 399) };
  const totals = creditTotals({ lines, includeDiscountDisbursement: false, step: 1 }, rest);
  assert.deepEqual(totals.breakdown, rest);
  assert.deepEqual(
    totals.lines.map((line) => line.total),
    [1199, 1200],
  );
});

test('no single cent of VAT is left: crediting 0.01 tax included of 0.01 and 0.01 of VAT takes both', () => {
  const rest = { FR_2000: of(1, 1) };
  const lines = [lineOf(1, 1, 'FR_2000', { taxIncluded: true })];
  const totals = creditTotals({ lines, includeDiscountDisbursement: false, step: 1 }, rest);
  assert.deepEqual(totals.breakdown, rest);
  assert.deepEqual(
    totals.lines.map(({ net, vat }) => [net, vat]),
    [[1, 1]],
  );
});

test('an invoice of 0.03 sold tax included and 0.03 returned without tax has −0.01 of VAT, and its copy credits exactly that', () => {
  const lines = [lineOf(1, 3, 'FR_2000', { taxIncluded: true }), lineOf(-1, 3, 'FR_2000')];
  const { breakdown } = totalsOf({ lines, includeDiscountDisbursement: false, step: 1 });
  assert.deepEqual(breakdown, { FR_2000: of(0, -1) });
  assert.deepEqual(credit(lines, breakdown), breakdown);
});

test('a key that the invoice does not have, or no longer has, gets figures by the rate and is not creditable', () => {
  const part = credit([lineOf(1, 1000, 'FR_550')], { FR_2000: of(1000, 200) });
  assert.deepEqual(part, { FR_550: of(1000, 55) });
  assert.equal(isCreditable(part, { FR_2000: of(1000, 200) }), false);
  const again = credit([lineOf(1, 1000, 'FR_2000')], { FR_2000: of(0, 0) });
  assert.deepEqual(again, { FR_2000: of(1000, 200) });
  assert.equal(isCreditable(again, { FR_2000: of(0, 0) }), false);
});

test('an amount above the remainder gets figures but is not creditable: 10.01 of 10.00', () => {
  const rest = { FR_2000: of(1000, 200) };
  assert.equal(isCreditable(credit([lineOf(1, 1001, 'FR_2000')], rest), rest), false);
  assert.equal(isCreditable(credit([lineOf(1, 1201, 'FR_2000', { taxIncluded: true })], rest), rest), false);
  assert.equal(isCreditable(credit([lineOf(1, 1200, 'FR_2000', { taxIncluded: true })], rest), rest), true);
});

test('a negative line inside a credit note follows the rate: 10.00 credited minus 1.00 is 9.00 and 1.80', () => {
  const lines = [lineOf(1, 1200, 'FR_2000', { taxIncluded: true }), lineOf(-1, 100, 'FR_2000')];
  assert.deepEqual(credit(lines, { FR_2000: of(1000, 200) }), { FR_2000: of(900, 180) });
});

test('a credit note of nothing, or that leaves a negative invoice, is not creditable', () => {
  const rest = { FR_2000: of(1000, 200), FR_550: of(-200, -11) };
  assert.equal(isCreditable({ FR_2000: of(0, 0) }, rest), false);
  // 12.00 of 9.89 would leave −2.11 that no credit note could take; 6.00 leaves 3.89.
  assert.equal(isCreditable({ FR_2000: of(1000, 200) }, rest), false);
  assert.equal(isCreditable({ FR_2000: of(500, 100) }, rest), true);
  // Within the net, but 0.01 above the VAT.
  assert.equal(isCreditable({ FR_2000: of(500, 201) }, rest), false);
  assert.equal(isCreditable(rest, rest), true);
});

test('no entry and no remainder throws: amounts of billions against nonsensical remainders', () => {
  const amounts = [0, 1, -1, 7, 899_999_999_999, 900_000_000_000, -900_000_000_000];
  for (const net of amounts) {
    for (const vat of amounts) {
      for (const quantity of [0, 1, -1]) {
        for (const taxIncluded of [true, false]) {
          const lines = [lineOf(quantity, 900_000_000, 'FR_2000', { taxIncluded }), lineOf(1, 1, 'FR_2000')];
          assert.ok(credit(lines, { FR_2000: of(net, vat) }).FR_2000);
        }
      }
    }
  }
});
