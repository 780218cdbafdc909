import assert from 'node:assert/strict';
import { test } from 'vitest';
import { company, documentFixtures, seller } from '../../../../test/pdf/document-fixtures.ts';
import { lineOf } from '../../../../test/support/documents/create-line.ts';
import { cents } from '../../money/cents.ts';
import type { Breakdown } from '../../vat/breakdown.ts';
import type { BillingDocument, Invoice } from '../document/document.ts';
import { withCurrentDeductions } from './current-deductions.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });

/**
 * An estimate of 2,032.20 tax included, signed: 5 % off 3.5 days at 450.00 and 123.45 less 10 % at
 * 20 %, 3 × 9.99 at 5.5 %, and a disbursement of 80.00. An advance of 30 % comes to 585.66.
 */
function project() {
  const trail = documentFixtures(seller, company);
  const estimate = trail.made('estimate', {
    lines: [
      lineOf(3.5, 45_000, 'FR_2000'),
      lineOf(1, 12_345, 'FR_2000', { discount: { mode: 'PERCENTAGE', amount: 1000 } }),
      lineOf(3, 999, 'FR_550'),
      lineOf(1, 8000, 'FR_00HT', { disbursement: true }),
    ],
    discount: { mode: 'PERCENTAGE', amount: 500 },
  });
  const final = {
    ...trail.drafted('invoice', { lines: [], more: { isFinal: true } }),
    parentId: estimate.id,
  } as Invoice;
  return { trail, estimate, final };
}

const deducted = (invoice: Invoice, relatives: Iterable<BillingDocument>): readonly [string, Breakdown][] =>
  withCurrentDeductions(invoice, relatives).content.deductions.map(({ number, breakdown }) => [number, breakdown]);

const THIRTY_PERCENT = { mode: 'PERCENTAGE', percentage: 30 } as const;
const ADVANCE = { FR_2000: of(48_054, 9611), FR_550: of(854, 47) };

test('without an advance a final invoice deducts nothing', () => {
  const { estimate, final } = project();
  assert.deepEqual(deducted(final, []), []);
  assert.deepEqual(deducted(final, [estimate, final]), []);
});

test('a finalized advance of 585.66 is deducted once, VAT rate by VAT rate: 480.54 + 96.11 and 8.54 + 0.47', () => {
  const { trail, estimate, final } = project();
  const advance = trail.advance(estimate, THIRTY_PERCENT);
  assert.deepEqual(withCurrentDeductions(final, [estimate, advance, final]).content.deductions, [
    { advanceId: advance.id, number: 'F-2026-0001', breakdown: ADVANCE },
  ]);
});

test('two advances, of 585.66 and 120.00, are two deductions in the order they were made', () => {
  const { trail, estimate, final } = project();
  const first = trail.advance(estimate, THIRTY_PERCENT);
  const second = trail.advance(estimate, { mode: 'AMOUNT', amount: cents(12_000) });
  // 120.00 in proportion to what the first leaves: 1,345.51 at 20 % and 21.03 at 5.5 %.
  assert.deepEqual(deducted(final, [first, second]), [
    ['F-2026-0001', ADVANCE],
    ['F-2026-0002', { FR_2000: of(9846, 1969), FR_550: of(175, 10) }],
  ]);
});

test('today’s deductions replace those of yesterday: calculated twice, the advance of 585.66 is still deducted once', () => {
  const { trail, estimate, final } = project();
  const advance = trail.advance(estimate, THIRTY_PERCENT);
  const once = withCurrentDeductions(final, [advance]);
  assert.deepEqual(deducted(once, [advance]), [['F-2026-0001', ADVANCE]]);
  assert.deepEqual(deducted(once, []), []);
});

test('an advance that is only a draft is not deducted: it was not billed', () => {
  const { trail, estimate, final } = project();
  const { sealed: _, ...draft } = trail.advance(estimate, THIRTY_PERCENT);
  assert.deepEqual(deducted(final, [draft as BillingDocument]), []);
});

test('an advance of another estimate is not deducted', () => {
  const { trail, final } = project();
  const other = trail.made('estimate', { lines: [lineOf(1, 100_000, 'FR_2000')] });
  assert.deepEqual(deducted(final, [trail.advance(other, THIRTY_PERCENT)]), []);
});

test('an invoice of the same estimate that is no advance is not deducted', () => {
  const { trail, estimate, final } = project();
  const invoice = { ...trail.made('invoice', { lines: [lineOf(1, 10_000, 'FR_2000')] }), parentId: estimate.id };
  assert.deepEqual(deducted(final, [invoice]), []);
});

test('of an advance of 585.66 with 240.00 credited, the 345.66 that are left are deducted', () => {
  const { trail, estimate, final } = project();
  const advance = trail.advance(estimate, THIRTY_PERCENT);
  const credited = { ...advance, life: { ...advance.life, credited: { FR_2000: of(20_000, 4000) } } };
  assert.deepEqual(deducted(final, [credited]), [['F-2026-0001', { FR_2000: of(28_054, 5611), FR_550: of(854, 47) }]]);
});

test('an advance credited in full is not deducted', () => {
  const { trail, estimate, final } = project();
  const advance = trail.advance(estimate, THIRTY_PERCENT);
  trail.credited(advance);
  assert.deepEqual(deducted(final, [trail.now(advance)]), []);
});

test('an advance with a single cent left, of VAT or without tax, is still deducted', () => {
  const { trail, estimate, final } = project();
  const advance = trail.advance(estimate, THIRTY_PERCENT);
  const except = (net: number, vat: number) => ({
    ...advance,
    life: { ...advance.life, credited: { FR_2000: of(48_054 - net, 9611 - vat), FR_550: of(854, 47) } },
  });
  assert.deepEqual(deducted(final, [except(0, 1)]), [['F-2026-0001', { FR_2000: of(0, 1), FR_550: of(0, 0) }]]);
  assert.deepEqual(deducted(final, [except(1, 0)]), [['F-2026-0001', { FR_2000: of(1, 0), FR_550: of(0, 0) }]]);
});

test('a finalized final invoice keeps the deductions it was finalized with', () => {
  const { trail, estimate } = project();
  const advance = trail.advance(estimate, THIRTY_PERCENT);
  const final = trail.finalInvoice(trail.now(estimate));
  assert.equal(withCurrentDeductions(final, []), final);
  assert.deepEqual(final.content.deductions, [{ advanceId: advance.id, number: 'F-2026-0001', breakdown: ADVANCE }]);
});

test('an invoice that is not a final invoice deducts no advance', () => {
  const { trail, estimate } = project();
  const advance = trail.advance(estimate, THIRTY_PERCENT);
  const invoice = { ...trail.drafted('invoice', { lines: [] }), parentId: estimate.id } as Invoice;
  assert.equal(withCurrentDeductions(invoice, [advance]), invoice);
});
