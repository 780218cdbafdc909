import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../test/support/documents/create-line.ts';
import { cents } from '../../money/cents.ts';
import { type Breakdown, minus, totalOf } from '../../vat/breakdown.ts';
import type { Line } from '../document/lines/line.ts';
import { totalsOf } from '../document/totals/totals.ts';
import { linesOfAdvance, linesToCredit } from './lines.ts';
import { creditTotals } from './totals.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });
const invoiceOf = (lines: readonly Line[], discount?: { mode: 'PERCENTAGE'; amount: number }) => {
  const entry = { lines, discount, includeDiscountDisbursement: false, step: 1 as const };
  return { ...entry, breakdown: totalsOf(entry).breakdown };
};
const creditOf = (lines: Parameters<typeof creditTotals>[0]['lines'], rest: Breakdown) =>
  creditTotals({ lines, includeDiscountDisbursement: false, step: 1 }, rest).breakdown;

const estimate = [
  lineOf(3.5, 45_000, 'FR_2000'),
  lineOf(1, 12_345, 'FR_2000', { discount: { mode: 'PERCENTAGE', amount: 1000 } }),
  lineOf(3, 999, 'FR_550'),
  lineOf(1, 8000, 'FR_00HT', { disbursement: true }),
];

test('the credit note of a final invoice of 2,032.20 with 585.66 deducted comes to 1,221.19 + 225.35 = 1,446.54', () => {
  const invoice = invoiceOf(estimate, { mode: 'PERCENTAGE', amount: 500 });
  const rest = minus(invoice.breakdown, { FR_2000: of(48_054, 9611), FR_550: of(854, 47) });
  const { lines, discount } = linesToCredit(invoice, rest);
  assert.equal(discount, undefined);
  assert.ok(lines.every((line) => line.discount === undefined && !line.taxIncluded));
  assert.deepEqual(creditOf(lines, rest), rest);
  assert.deepEqual(totalOf(creditOf(lines, rest)), of(122_119, 22_535));
  // 1121.26 over 1496.25 and 105.55 is 1047.375 and 73.885: a tie, so the cent is the earlier
  // line's.
  const nets = totalsOf({ ...invoice, discount: undefined, lines }).lines.map((line) => line.net);
  assert.deepEqual(nets, [104_738, 7388, 1993, 8000]);
  // 3.5 days at 299.251429, to four decimals of a cent.
  assert.deepEqual([lines[0]?.quantity, lines[0]?.unitPrice], [35_000, 299_251_429]);
});

test('an invoice without credits and deductions is credited by its own lines and discount', () => {
  const invoice = invoiceOf(estimate, { mode: 'PERCENTAGE', amount: 500 });
  const copied = linesToCredit(invoice, invoice.breakdown);
  assert.deepEqual(copied, { lines: estimate, discount: { mode: 'PERCENTAGE', amount: 500 } });
});

test('a quantity for which no unit price gives the net becomes one, and the description states the original', () => {
  // 1,000,000 units at 0.0001 cents make a euro; 0.33 of it would be 0.000033 cents each.
  const line = lineOf(1_000_000, 0.0001, 'FR_00HT', { description: 'Impressions' });
  const invoice = invoiceOf([line]);
  const rest = { FR_00HT: of(33, 0) };
  const { lines } = linesToCredit(invoice, rest);
  assert.deepEqual(lines, [
    { ...line, quantity: 10_000, unitPrice: 330_000, description: 'Impressions\nQuantité d’origine : 1000000' },
  ]);
  const inEnglish = linesToCredit(invoice, rest, { noteOf: () => 'Original quantity: 1,000,000' });
  assert.equal(inEnglish.lines[0]?.description, 'Impressions\nOriginal quantity: 1,000,000');
  // A description has at most 10,000 characters; longer ones would be refused when entered again.
  const full = invoiceOf([{ ...line, description: 'x'.repeat(10_000) }]);
  const { description = '' } = linesToCredit(full, rest).lines[0] ?? {};
  assert.equal(description.length, 10_000);
  assert.match(description, /x\nQuantité d’origine : 1000000$/);
  assert.deepEqual(creditOf(lines, rest), rest);
});

test('what remains is shared by the nets after the document discount: half off 1.00 and 1.01 leaves 0.50 of each', () => {
  const invoice = invoiceOf([lineOf(1, 100, 'FR_2000'), lineOf(1, 101, 'FR_2000')], {
    mode: 'PERCENTAGE',
    amount: 5000,
  });
  assert.deepEqual(invoice.breakdown, { FR_2000: of(100, 20) });
  const { lines } = linesToCredit(invoice, { FR_2000: of(99, 20) });
  assert.deepEqual(
    lines.map((line) => line.unitPrice),
    [500_000, 490_000],
  );
});

test('a return is reduced together with the sales of its key: of 10.00 − 4.00 half remains, 5.00 − 2.00', () => {
  const { lines } = linesToCredit(invoiceOf([lineOf(1, 1000, 'FR_2000'), lineOf(-2, 200, 'FR_2000')]), {
    FR_2000: of(300, 60),
  });
  assert.deepEqual(
    lines.map(({ quantity, unitPrice }) => [quantity, unitPrice]),
    [
      [10_000, 5_000_000],
      [-20_000, 1_000_000],
    ],
  );
});

test('lines with nothing left are omitted: those of an already credited key, and those of quantity zero', () => {
  const invoice = invoiceOf([lineOf(1, 1000, 'FR_2000'), lineOf(0, 1000, 'FR_550'), lineOf(1, 500, 'FR_550')]);
  const { lines } = linesToCredit(invoice, { FR_2000: of(0, 0), FR_550: of(500, 28) });
  assert.deepEqual(
    lines.map(({ vatCode, quantity }) => [vatCode, quantity]),
    [['FR_550', 10_000]],
  );
});

test('a cent of VAT without any tax excluded is one tax-included line of a cent', () => {
  const lines = [lineOf(1, 3, 'FR_2000', { taxIncluded: true }), lineOf(-1, 3, 'FR_2000'), lineOf(1, 1000, 'FR_550')];
  const invoice = invoiceOf(lines);
  const rest = { FR_2000: of(0, -1), FR_550: of(500, 28) };
  const reduced = linesToCredit(invoice, rest).lines;
  assert.deepEqual(
    reduced.map(({ quantity, taxIncluded }) => [quantity, taxIncluded]),
    [
      [-10_000, true],
      [10_000, false],
    ],
  );
  assert.deepEqual(creditOf(reduced, rest), rest);
});

test('the credit note of an advance of 585.66 has a line per VAT code, and comes to it', () => {
  const advance = { FR_2000: of(48_054, 9611), FR_550: of(854, 47), disbursement: of(0, 0) };
  const lines = linesOfAdvance(advance, (key) => `Acompte ${key}`);
  assert.deepEqual(
    lines.map(({ designation, unitPrice }) => [designation, unitPrice]),
    [
      ['Acompte FR_550', 8_540_000],
      ['Acompte FR_2000', 480_540_000],
    ],
  );
  assert.deepEqual(creditOf(lines, advance), { FR_2000: of(48_054, 9611), FR_550: of(854, 47) });
});

test('a return in an advance becomes a line of minus one, and a disbursement stays a disbursement', () => {
  const advance = { FR_2000: of(501, 100), FR_550: of(-100, -6), disbursement: of(2400, 0) };
  const lines = linesOfAdvance(advance, String);
  assert.deepEqual(
    lines.map(({ quantity, vatCode, type }) => [quantity, vatCode, type]),
    [
      [-10_000, 'FR_550', undefined],
      [10_000, 'FR_2000', undefined],
      [10_000, 'FR_00HT', 'disbursement'],
    ],
  );
  assert.deepEqual(creditOf(lines, advance), advance);
});
