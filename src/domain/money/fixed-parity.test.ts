import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fixedRate } from './fixed-parity.ts';

test('one euro is 655.957 francs CFA, 119.331742 francs CFP, 1.95583 leva', () => {
  assert.equal(fixedRate('EUR', 'XOF'), 655.957);
  assert.equal(fixedRate('EUR', 'XAF'), 655.957);
  assert.equal(fixedRate('EUR', 'XPF'), 119.331742);
  assert.equal(fixedRate('EUR', 'BGN'), 1.95583);
});

test('1,000 francs CFP are 8.38 euros, to a tenth of a millionth', () => {
  const euros = 1000 * (fixedRate('XPF', 'EUR') ?? 0);
  assert.ok(Math.abs(euros - 8.38) < 1e-7);
});

test('the two francs CFA are worth the same, and every currency is worth itself', () => {
  assert.equal(fixedRate('XOF', 'XAF'), 1);
  assert.equal(fixedRate('USD', 'USD'), 1);
});

test('the dollar has no fixed rate, in either direction', () => {
  assert.equal(fixedRate('EUR', 'USD'), undefined);
  assert.equal(fixedRate('CHF', 'XPF'), undefined);
});
