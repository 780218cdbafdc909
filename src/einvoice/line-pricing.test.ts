import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '../domain/money/cents.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import { priceText, quantityText } from './format-figures.ts';
import { pricingOf } from './line-pricing.ts';

test('2.5 days at 600.00 are 1,500.00: the price entered is the price told', () => {
  assert.deepEqual(priced(2.5, { net: 150_000, unit: 60_000 }), { price: '600.00', base: undefined, adjustments: [] });
});

test('a discount of 150.00 on them is a discount of the line', () => {
  const { adjustments } = priced(2.5, { net: 135_000, discount: 15_000, unit: 60_000 });
  assert.deepEqual(adjustments, [{ charge: false, amount: 15_000, reason: 'Remise' }]);
});

test('a return gives its discount back, which is a charge', () => {
  const { price, adjustments } = priced(-2, { net: -18_000, discount: -2_000, unit: 10_000 });
  assert.equal(price, '100.00');
  assert.deepEqual(adjustments, [{ charge: true, amount: 2_000, reason: 'Remise' }]);
});

test('3 at 9.99 tax included were given 24.97 of their rate, a cent less than 3 × 8.325: the price of one is 8.323333', () => {
  assert.equal(priced(3, { net: 2_497, unit: 832.5 }).price, '8.323333');
});

test('123,456.5 screws for 756.28 have no price of one in six decimals, so the price is for all of them', () => {
  const screws = priced(123_456.5, { net: 75_628, unit: 0.6126 });
  assert.deepEqual(screws, { price: '756.28', base: '123456.5', adjustments: [] });
});

test('a cent below zero on a line of one unit sold for nothing is told as rounding', () => {
  const { price, adjustments } = priced(1, { net: -1, unit: 0 });
  assert.equal(price, '0.00');
  assert.deepEqual(adjustments, [{ charge: false, amount: 1, reason: 'Arrondi' }]);
});

test('3 vases at 12.50 yen were rounded to 38 yen, so the price told is the one that comes to 38.00', () => {
  assert.equal(priced(3, { net: 3_800, unit: 1_250 }).price, '12.666667');
});

test('7 for 652 francs of the Pacific after 5 off are told at a price that 7 times comes to 657.00, not to 656.87', () => {
  const { price, adjustments } = priced(7, { net: 65_200, discount: 500, unit: 9_383.8863 });
  assert.equal(price, '93.857143');
  assert.deepEqual(adjustments, [{ charge: false, amount: 500, reason: 'Remise' }]);
  // Negative control: the price as it was entered.
  assert.notEqual(Math.round(7 * 93.838863 * 100) - 500, 65_200);
});

function priced(quantity: number, { net, discount = 0, unit }: { net: number; discount?: number; unit: number }) {
  const { price, baseQuantity, adjustments } = pricingOf({
    quantity: (quantity * 10_000) as TenThousandths,
    amounts: { net: cents(net), discount: cents(discount), unitPriceNet: Math.round(unit * 10_000) as TenThousandths },
    discount: 'Remise',
    rounding: 'Arrondi',
  });
  return { price: priceText(price), base: baseQuantity && quantityText(baseQuantity), adjustments };
}
