import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../../test/support/documents/create-line.ts';
import { totalsOf } from '../totals/totals.ts';
import { CONVERTED_AMOUNT_MAX_CENTS, DOCUMENT_AMOUNT_MAX_CENTS, entryProblem } from './entry-limits.ts';

test('a discount amount on a document that mixes tax-included and tax-excluded prices is refused, a percentage is not', () => {
  const lines = [lineOf(1, 10_000, 'FR_2000'), lineOf(1, 12_000, 'FR_2000', { taxIncluded: true })];
  assert.deepEqual(entryProblem({ lines, discount: { mode: 'AMOUNT', amount: 1 } }), {
    problem: 'discount_on_mixed_lines',
  });
  assert.equal(entryProblem({ lines, discount: { mode: 'PERCENTAGE', amount: 500 } }), undefined);
  assert.equal(entryProblem({ lines, discount: { mode: 'AMOUNT', amount: 0 } }), undefined);
  assert.equal(entryProblem({ lines: lines.slice(1), discount: { mode: 'AMOUNT', amount: 1 } }), undefined);
  const stamps = lineOf(1, 8000, 'FR_00HT', { disbursement: true });
  assert.equal(
    entryProblem({ lines: [...lines.slice(1), stamps], discount: { mode: 'AMOUNT', amount: 1 } }),
    undefined,
  );
});

test('nine billion euros on one document are accepted and computed exactly, a cent more is too large', () => {
  const most = lineOf(10_000, DOCUMENT_AMOUNT_MAX_CENTS / 10_000, 'FR_2000');
  assert.equal(entryProblem({ lines: [most] }), undefined);
  assert.deepEqual(totalsOf({ lines: [most], includeDiscountDisbursement: false, step: 1 }).breakdown, {
    FR_2000: { net: 900_000_000_000, vat: 180_000_000_000 },
  });
  assert.deepEqual(entryProblem({ lines: [most, lineOf(1, 1, 'FR_2000')] }), { problem: 'amount_too_large', line: 1 });
  assert.deepEqual(entryProblem({ lines: [lineOf(-1e11, 9e11, 'FR_2000')] }), { problem: 'amount_too_large', line: 0 });
});

test("an amount that its exchange rate makes too large for the account's currency is refused", () => {
  const lines = [lineOf(1, 100_000, 'FR_2000')];
  const rate = 100_000 / CONVERTED_AMOUNT_MAX_CENTS;
  assert.equal(entryProblem({ lines }, 0.000_000_002), undefined);
  assert.deepEqual(entryProblem({ lines }, 0.000_000_001), { problem: 'amount_too_large', line: 0 });
  assert.equal(rate > 0.000_000_001 && rate < 0.000_000_002, true);
  assert.equal(
    entryProblem({ lines: [lineOf(10_000, DOCUMENT_AMOUNT_MAX_CENTS / 10_000, 'FR_2000')] }, 1e9),
    undefined,
  );
});
