import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../../src/domain/money/cents.ts';
import { minus, taxIncluded, totalOf } from '../../../src/domain/vat/breakdown.ts';
import { deductionsOf } from './deductions.ts';
import { billedOf } from './invoiced-of-estimate.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });
const advance = { breakdown: { FR_2000: of(30_000, 6000) }, credited: {} };
const estimate = { FR_2000: of(100_000, 20_000) };

test('a final invoice deducts an advance of 360.00, and only 120.00 of it once 240.00 were credited', () => {
  assert.deepEqual(deductionsOf([advance]), { FR_2000: of(30_000, 6000) });
  assert.deepEqual(deductionsOf([{ ...advance, credited: { FR_2000: of(20_000, 4000) } }]), {
    FR_2000: of(10_000, 2000),
  });
});

test('an estimate of 1,200.00 with an advance of 360.00 has 840.00 left to bill; with a final invoice, nothing', () => {
  const before = billedOf({ advances: [advance], finalInvoices: [] });
  assert.equal(taxIncluded(totalOf(minus(estimate, before))), 84_000);
  const invoice = { breakdown: estimate, deducted: deductionsOf([advance]), credited: {} };
  assert.deepEqual(billedOf({ advances: [advance], finalInvoices: [invoice] }), estimate);
});

test('an advance credited after the final invoice fixed its deductions can be billed again: 360.00 of 1,200.00', () => {
  const invoice = { breakdown: estimate, deducted: advance.breakdown, credited: {} };
  const credited = { ...advance, credited: advance.breakdown };
  const billed = billedOf({ advances: [credited], finalInvoices: [invoice] });
  assert.equal(taxIncluded(totalOf(minus(estimate, billed))), 36_000);
});

test('a cancelled final invoice no longer counts as billed, its advance does: 360.00 of 1,200.00', () => {
  const rest = minus(estimate, advance.breakdown);
  const cancelled = { breakdown: estimate, deducted: advance.breakdown, credited: rest };
  assert.deepEqual(billedOf({ advances: [advance], finalInvoices: [cancelled] }), advance.breakdown);
});
