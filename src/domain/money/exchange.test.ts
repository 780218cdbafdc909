import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from './cents.ts';
import { decimal } from './decimal.ts';
import { exchanged, exchangedSet } from './exchange.ts';

test('a rate is parsed from its shortest decimal form, exponents included', () => {
  assert.deepEqual(decimal(1.95583), { numerator: 195_583n, denominator: 100_000n });
  assert.deepEqual(decimal(-0.1), { numerator: -1n, denominator: 10n });
  assert.deepEqual(decimal(1e-7), { numerator: 1n, denominator: 10_000_000n });
  assert.deepEqual(decimal(1.5e21), { numerator: 1_500_000_000_000_000_000_000n, denominator: 1n });
  assert.throws(() => decimal(Number.NaN), RangeError);
});

test('655,957 CFA francs are 1,000.00 euros, at the parity fixed by law', () => {
  assert.equal(exchanged(cents(65_595_700), { rate: 655.957, step: 1 }), 100_000);
});

test('100.00 US dollars at 1.0842 per euro are 92.23 euros, and 10,842 yen if the account uses yen', () => {
  assert.equal(exchanged(cents(10_000), { rate: 1.0842, step: 1 }), 9223);
  assert.equal(exchanged(cents(10_000), { rate: 0.009_223_39, step: 100 }), 1_084_200);
});

test('half a cent is rounded away from zero: 1 and −1 at a rate of 2 are 1 and −1', () => {
  assert.equal(exchanged(cents(1), { rate: 2, step: 1 }), 1);
  assert.equal(exchanged(cents(-1), { rate: 2, step: 1 }), -1);
});

test('converted figures add up to the total: 10.00 + 2.00 = 12.00 at 1.07 is 9.34 + 1.87 = 11.21', () => {
  // 934.579 and 186.916 would round to 935 and 187, but 1200 ÷ 1.07 is 1121.495. The larger
  // remainder gets the cent.
  assert.deepEqual(exchangedSet({ net: cents(1000), vat: [cents(200)] }, { rate: 1.07, step: 1 }), {
    net: 934,
    vat: [187],
    total: 1121,
  });
});

test('details that cancel out are converted too: 50.00 and −50.00 of VAT at a rate of 2 are 25.00 and −25.00', () => {
  const set = exchangedSet({ net: cents(0), vat: [cents(5000), cents(-5000)] }, { rate: 2, step: 1 });
  assert.deepEqual(set, { net: 0, vat: [2500, -2500], total: 0 });
});
