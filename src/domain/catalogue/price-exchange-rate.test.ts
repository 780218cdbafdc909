import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { DocumentCurrency } from '../money/currency.ts';
import { priceExchange } from './price-exchange-rate.ts';

const dollars: DocumentCurrency = { code: 'USD', base: 'EUR', rate: 1.0856, origin: 'USER', at: 1_772_442_000 };
const yen: DocumentCurrency = { ...dollars, code: 'JPY', rate: 171.2 };

test("a catalogue price is converted at the document's rate, in steps of its currency: cents, or whole yen", () => {
  assert.deepEqual(priceExchange('EUR', dollars, { takesPrice: true }), { rate: 1.0856, step: 1 });
  assert.deepEqual(priceExchange('EUR', yen, { takesPrice: true }), { rate: 171.2, step: 100 });
});

test('currency_without_rate: an account now in francs cannot use euro prices in dollars; lines with their own prices need no rate', () => {
  const refused = { refused: 'currency_without_rate', currency: 'USD' };
  assert.deepEqual(priceExchange('CHF', dollars, { takesPrice: true }), refused);
  assert.deepEqual(priceExchange('CHF', dollars, { takesPrice: false }), { rate: 1, step: 1 });
});
