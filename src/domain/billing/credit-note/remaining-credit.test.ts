import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import { isAnythingLeft, isCreditable } from './remaining-credit.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });

test('an invoice of 1,200.00 can be credited in full, or by 120.00', () => {
  const left = { FR_2000: of(100_000, 20_000) };
  assert.equal(isCreditable(left, left), true);
  assert.equal(isCreditable({ FR_2000: of(10_000, 2000) }, left), true);
});

test('a credit note cannot exceed the invoice: one cent more is refused, without tax or of VAT', () => {
  const left = { FR_2000: of(100_000, 20_000), FR_550: of(10_000, 550) };
  assert.equal(isCreditable({ FR_2000: of(100_001, 20_000) }, left), false);
  assert.equal(isCreditable({ FR_2000: of(100_000, 20_001) }, left), false);
});

test('a credit note cannot take at 20 % what was billed at 5.5 %, nor at a rate the invoice does not have', () => {
  const left = { FR_2000: of(10_000, 2000), FR_550: of(100_000, 5500) };
  assert.equal(isCreditable({ FR_2000: of(20_000, 4000) }, left), false);
  assert.equal(isCreditable({ FR_1000: of(10_000, 1000) }, left), false);
});

test('of an invoice of 1,200.00 with 960.00 credited, 240.00 can be credited and 240.01 cannot', () => {
  const left = { FR_2000: of(20_000, 4000) };
  assert.equal(isCreditable({ FR_2000: of(20_000, 4000) }, left), true);
  assert.equal(isCreditable({ FR_2000: of(20_000, 4001) }, left), false);
});

test('a credit note of nothing is refused, and so is one below zero', () => {
  const left = { FR_2000: of(100_000, 20_000) };
  assert.equal(isCreditable({ FR_2000: of(0, 0) }, left), false);
  assert.equal(isCreditable({ FR_2000: of(-10_000, -2000) }, left), false);
});

test('crediting the sale of an invoice that also holds a return must not leave an invoice below zero', () => {
  // 1,200.00 sold and 105.50 taken back: 1,094.50 are left.
  const left = { FR_2000: of(100_000, 20_000), FR_550: of(-10_000, -550) };
  assert.equal(isCreditable({ FR_2000: of(100_000, 20_000) }, left), false);
  assert.equal(isCreditable(left, left), true);
});

test('something is left to credit as long as the total is above zero', () => {
  assert.equal(isAnythingLeft({ FR_2000: of(0, 1) }), true);
  assert.equal(isAnythingLeft({ FR_2000: of(0, 0) }), false);
  assert.equal(isAnythingLeft({ FR_2000: of(100, 20), FR_550: of(-200, -11) }), false);
});
