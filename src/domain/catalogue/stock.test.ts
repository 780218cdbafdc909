import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../test/support/documents/create-line.ts';
import type { BillingDocument } from '../billing/document/document.ts';
import type { Line } from '../billing/document/lines/line.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import { goesBelowZero, quantitiesOf, stockMovesOf } from './stock.ts';

const A = '01890a5d-ac96-774b-bcce-b302099a8057';
const B = '01890a5d-ac96-774b-bcce-b302099a8058';
const of = (productId: string, quantity: number, more: Partial<Line> = {}): Line => ({
  ...lineOf(quantity, 100, 'FR_2000'),
  productId,
  ...more,
});
const document = (kind: BillingDocument['kind'], lines: readonly Line[], isTest = false) =>
  ({ kind, test: isTest, content: { lines } }) as unknown as BillingDocument;
const level = (units: number, isTest = false) => ({ test: isTest, stock: (units * 10_000) as TenThousandths });

test('lines of the same product are summed, returns subtracted, and the case of the id is ignored', () => {
  const lines = [of(A, 3), of(B, 1), of(A.toUpperCase(), -0.5), of(B, -1), lineOf(7, 100, 'FR_2000')];
  assert.deepEqual([...quantitiesOf(document('invoice', lines))], [[A, 25_000]]);
});

test('a line whose quantity was replaced by one counts with its original quantity', () => {
  const line = of(A, 1, { stockQuantity: 30_000 as TenThousandths });
  assert.deepEqual([...quantitiesOf(document('credit_note', [line]))], [[A, 30_000]]);
});

test('an advance has no lines, and no quantities', () => {
  assert.equal(quantitiesOf({ kind: 'advance', content: {} } as never).size, 0);
});

test('three of two go below zero, two of two do not', () => {
  const levels = new Map([[A, level(2)]]);
  assert.equal(goesBelowZero(document('invoice', [of(A, 3)]), levels), true);
  assert.equal(goesBelowZero(document('invoice', [of(A, 2)]), levels), false);
  assert.equal(goesBelowZero(document('invoice', [of(A, 1), of(A, 1.0001)]), levels), true);
});

test('no warning for a return to a stock below zero, an unknown product, another mode, an estimate or a credit note', () => {
  assert.equal(goesBelowZero(document('invoice', [of(A, -1)]), new Map([[A, level(-5)]])), false);
  assert.equal(goesBelowZero(document('invoice', [of(A, 3)]), new Map([[B, level(0)]])), false);
  assert.equal(goesBelowZero(document('invoice', [of(A, 3)], true), new Map([[A, level(0)]])), false);
  assert.equal(goesBelowZero(document('invoice', [of(A, 3)], true), new Map([[A, level(0, true)]])), true);
  for (const kind of ['estimate', 'purchase_order', 'credit_note'] as const) {
    assert.equal(goesBelowZero(document(kind, [of(A, 3)]), new Map([[A, level(0)]])), false);
  }
});

test('an invoice takes three of A, and its credit note brings them back, limited by what both moved before', () => {
  const invoice = { ...document('invoice', [of(A, 3)]), id: 'invoice' } as BillingDocument;
  const earlier = { ...document('credit_note', [of(A, 1)]), id: 'earlier', parentId: 'invoice' } as BillingDocument;
  const note = { ...document('credit_note', [of(A, 2)]), id: 'note', parentId: 'invoice' } as BillingDocument;
  const relatives = [invoice, earlier, note];
  assert.deepEqual(stockMovesOf(invoice, { relatives }), { moves: [{ productId: A, moved: -30_000 }] });
  assert.deepEqual(stockMovesOf(note, { relatives }), {
    moves: [{ productId: A, moved: 20_000 }],
    boundBy: ['invoice', 'earlier'],
  });
  assert.deepEqual(stockMovesOf(note, { relatives, whole: invoice }).moves, [{ productId: A, moved: 30_000 }]);
});

test('a stand-alone credit note brings back its lines; estimates and advances move nothing', () => {
  assert.deepEqual(stockMovesOf(document('credit_note', [of(A, 2)]), { relatives: [] }), {
    moves: [{ productId: A, moved: 20_000 }],
  });
  for (const kind of ['estimate', 'purchase_order', 'advance'] as const)
    assert.deepEqual(stockMovesOf(document(kind, [of(A, 2)]), { relatives: [] }), { moves: [] });
});
