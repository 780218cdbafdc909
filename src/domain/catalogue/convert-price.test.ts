import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { DocumentCurrency } from '../money/currency.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import { priceExchange, priceIn, rateFrom } from './convert-price.ts';
import { UNIT_PRICE_MAX_CENTS } from './price.ts';

/** Cents, with up to four decimals. */
const price = (inCents: number): TenThousandths => Math.round(inCents * 10_000) as TenThousandths;

test('450.00 EUR is 488.52 USD at 1.0856, and ¥72,113 at 160.25, whole yen', () => {
  assert.equal(priceIn(price(45_000), { rate: 1.0856, step: 1 }), price(48_852));
  assert.equal(priceIn(price(45_000), { rate: 160.25, step: 100 }), price(7_211_300));
});

test('a half goes away from zero: 0.01 EUR at 1.5 is 0.02, at 150 ¥2', () => {
  assert.equal(priceIn(price(1), { rate: 1.5, step: 1 }), price(2));
  assert.equal(priceIn(price(1), { rate: 150, step: 100 }), price(200));
});

test('2.5 cents a word stay 2.714 cents at 1.0856: rounded to 3, ten thousand words would be 28.60 too dear', () => {
  assert.equal(priceIn(price(2.5), { rate: 1.0856, step: 1 }), price(2.714));
  assert.equal(priceIn(price(0.0001), { rate: 1.5, step: 1 }), price(0.0002));
  assert.equal(priceIn(price(2.5), { rate: 160, step: 100 }), price(400));
});

test('at a rate of one a price stays the same', () => {
  assert.equal(priceIn(price(12.3456), { rate: 1, step: 1 }), price(12.3456));
});

test('a billion per unit is the maximum, whatever the rate', () => {
  const most = price(UNIT_PRICE_MAX_CENTS / 10);
  assert.equal(priceIn(most, { rate: 10, step: 1 }), price(UNIT_PRICE_MAX_CENTS));
  assert.equal(priceIn((most + 1) as TenThousandths, { rate: 10, step: 1 }), undefined);
  assert.equal(priceIn(most, { rate: 1e9, step: 1 }), undefined);
});

test('the rate of a document applies to its original base currency; for others only a fixed parity', () => {
  const dollars = { code: 'USD', base: 'EUR', rate: 1.0856, origin: 'USER', at: 0 } as const;
  assert.equal(rateFrom('EUR', dollars), 1.0856);
  assert.equal(rateFrom('CHF', dollars), undefined);
  assert.equal(rateFrom('USD', dollars), 1);
  assert.equal(rateFrom('XPF', { ...dollars, code: 'XPF', rate: 119 }), 1);
  assert.equal(rateFrom('EUR', { ...dollars, code: 'XOF', base: 'USD', rate: 600 }), 655.957);
});

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
