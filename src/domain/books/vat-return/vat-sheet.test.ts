import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { cents } from '../../money/cents.ts';
import type { VatBox } from './vat-entry.ts';
import { vatLengthRefused } from './vat-limit.ts';
import { sheetOf } from './vat-sheet.ts';
import type { VatSum } from './vat-sums.ts';

const sum = (box: VatBox, rate: number, base: number, tax = 0): VatSum => ({
  ...{ box, rate, base: cents(base), tax: cents(tax), count: 1 },
});
const sheet = (sums: readonly VatSum[], said: object = {}) =>
  sheetOf(sums, { form: 'ca3', from: '2026-01-01', isOverseas: false, creditBefore: 0, ...said });
const euros = (sums: readonly VatSum[], said: object = {}): Record<string, string> =>
  Object.fromEntries(
    sheet(sums, said)
      .lines.filter(({ base, tax }) => (base?.euros ?? 0) + (tax?.euros ?? 0) > 0)
      .map(({ name, base, tax }) => [name, [base?.euros, tax?.euros].filter((each) => each !== undefined).join(' / ')]),
  );

describe('the CA3', () => {
  test('sales of 1,000.50 at 20 % are A1 1001 and line 08 1001 / 200; with 60.49 deducted, 140 are due', () => {
    const found = [sum('sales', 2000, 100_050, 20_010), sum('other_deductible', 0, 0, 6_049)];
    const due = { A1: '1001', '08': '1001 / 200', 16: '200', 20: '60', 23: '60', TD: '140', 28: '140' };
    assert.deepEqual(euros(found), due);
  });

  test('half a euro rounds up, 49 cents down; totals add up rounded lines', () => {
    const found = [sum('sales', 2000, 250, 50), sum('sales', 1000, 490, 49), sum('sales', 550, 909, 50)];
    assert.deepEqual(euros(found), {
      ...{ A1: '16', '08': '3 / 1', '9B': '5 / 0', '09': '9 / 1', 16: '2', TD: '2', 28: '2' },
    });
  });

  test('a credit of 340 from the return before leaves 200 of VAT a credit of 140 to carry over', () => {
    const found = sheet([sum('sales', 2000, 100_000, 20_000)], { creditBefore: 340 });
    assert.deepEqual([found.due, found.credit], [0, 140]);
    const shown = euros([sum('sales', 2000, 100_000, 20_000)], { creditBefore: 340 });
    assert.deepEqual(shown, { A1: '1000', '08': '1000 / 200', 16: '200', 22: '340', 23: '340', 25: '140', 27: '140' });
  });

  test('credit notes of 500.00 above the sales go to B5 and 21, because the form takes no negative amounts', () => {
    assert.deepEqual(euros([sum('sales', 2000, -50_000, -10_000)]), {
      B5: '500',
      21: '100',
      23: '100',
      25: '100',
      27: '100',
    });
    assert.deepEqual(euros([sum('untaxed', 0, -30_000)]), { F8: '300' });
    assert.deepEqual(euros([sum('other_deductible', 0, 0, -4_000)]), { 15: '40', 16: '40', TD: '40', 28: '40' });
  });

  test('services bought in the Union for 100.00 are A3, in line 08 and deducted on line 20: nothing is due', () => {
    const found = [sum('foreign_services', 2000, 10_000, 2_000), sum('other_deductible', 0, 0, 2_000)];
    assert.deepEqual(euros(found), { A3: '100', '08': '100 / 20', 16: '20', 20: '20', 23: '20' });
  });

  test('goods acquired in the Union for 100.00 are B2, in line 08, and line 17 shows their 20.00', () => {
    const found = [sum('union_goods', 2000, 10_000, 2_000)];
    assert.deepEqual(euros(found), { B2: '100', '08': '100 / 20', 17: '20', 16: '20', TD: '20', 28: '20' });
  });

  test('2.1 % is line T6 on the mainland and line 11 overseas', () => {
    const found = [sum('sales', 210, 100_000, 2_100)];
    assert.equal(euros(found)['T6'], '1000 / 21');
    assert.equal(euros(found, { isOverseas: true })['11'], '1000 / 21');
  });
});

describe('the CA12', () => {
  const year = { form: 'ca12' };
  test('sales of 10,000.00 at 20 % are line 5A, VAT of 300.00 on capital goods line 23, 1,700 are due on line 28', () => {
    const found = [sum('sales', 2000, 1_000_000, 200_000), sum('capital_goods', 0, 0, 30_000)];
    assert.deepEqual(euros(found, year), {
      '5A': '10000 / 2000',
      16: '2000',
      19: '2000',
      23: '300',
      26: '300',
      28: '1700',
    });
  });

  test('services bought abroad have their own line AC with their tax', () => {
    const found = [sum('foreign_services', 2000, 10_000, 2_000)];
    assert.deepEqual(euros(found, year), { AC: '100 / 20', 16: '20', 19: '20', 28: '20' });
  });

  test('goods acquired in the Union have no line, and are named', () => {
    const { withoutLine } = sheet([sum('union_goods', 2000, 10_000, 2_000)], year);
    assert.deepEqual(
      withoutLine.map(({ box, base }) => [box, base]),
      [['union_goods', 10_000]],
    );
  });
});

test('a period of 200,000 pieces is read, one of 200,001 is refused', () => {
  assert.equal(vatLengthRefused(200_000), undefined);
  assert.deepEqual(vatLengthRefused(200_001), { refused: 'vat_return_too_long', limit: 200_000 });
});
