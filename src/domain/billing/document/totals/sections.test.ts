import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../../test/support/documents/create-line.ts';
import { sectionsOf } from './sections.ts';
import { totalsOf } from './totals.ts';

const sections = (...lines: [price: number, section?: string][]) => {
  const entered = lines.map(([price, section]) => ({ ...lineOf(1, price, 'FR_2000'), ...(section && { section }) }));
  const totals = totalsOf({ lines: entered, includeDiscountDisbursement: false, step: 1 });
  return sectionsOf(entered, totals.lines).map(({ title, from, count, net, total }) => [
    title,
    from,
    count,
    net,
    total,
  ]);
};

test('walls of 100.00 and 50.00 and a roof of 300.00, a visit of 20.00 between them: two sections, 150.00 and 300.00', () => {
  assert.deepEqual(sections([100_00, 'Murs'], [50_00, 'Murs'], [20_00], [300_00, 'Toit']), [
    ['Murs', 0, 2, 150_00, 180_00],
    ['Toit', 3, 1, 300_00, 360_00],
  ]);
});

test('a heading that reappears after other lines begins another section', () => {
  assert.deepEqual(sections([1_00, 'Murs'], [2_00, 'Toit'], [3_00, 'Murs']), [
    ['Murs', 0, 1, 1_00, 1_20],
    ['Toit', 1, 1, 2_00, 2_40],
    ['Murs', 2, 1, 3_00, 3_60],
  ]);
  assert.deepEqual(sections([1_00, 'Murs'], [2_00], [3_00, 'Murs']), [
    ['Murs', 0, 1, 1_00, 1_20],
    ['Murs', 2, 1, 3_00, 3_60],
  ]);
});

test('a return lowers its section, even below zero; without headings there are no sections', () => {
  const [lines] = [
    [lineOf(-2, 40_00, 'FR_2000'), lineOf(1, 30_00, 'FR_550')].map((line) => ({ ...line, section: 'Retours' })),
  ];
  const totals = totalsOf({ lines, includeDiscountDisbursement: false, step: 1 });
  assert.deepEqual(sectionsOf(lines, totals.lines), [
    { title: 'Retours', from: 0, count: 2, net: -50_00, total: -64_35 },
  ]);
  assert.deepEqual(sections([1_00], [2_00]), []);
});
