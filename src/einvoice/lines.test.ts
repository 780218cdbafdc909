import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../domain/money/cents.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import { priceText, quantityText } from './format-figures.ts';
import { pricingOf } from './lines.ts';

test('2.5 days at 600.00 are 1,500.00: the entered price is used', () => {
  assert.deepEqual(priced(2.5, { net: 150_000, unit: 60_000 }), { price: '600.00', base: undefined, adjustments: [] });
});

test('a discount of 150.00 on them is a discount of the line', () => {
  const { adjustments } = priced(2.5, { net: 135_000, discount: 15_000, unit: 60_000 });
  assert.deepEqual(adjustments, [{ charge: false, amount: 15_000, reason: 'Remise' }]);
});

test('a return reverses its discount, which is a charge', () => {
  const { price, adjustments } = priced(-2, { net: -18_000, discount: -2_000, unit: 10_000 });
  assert.equal(price, '100.00');
  assert.deepEqual(adjustments, [{ charge: true, amount: 2_000, reason: 'Remise' }]);
});

test('3 at 9.99 tax included come to 24.97 net, a cent less than 3 × 8.325: the unit price is 8.323333', () => {
  assert.equal(priced(3, { net: 2_497, unit: 832.5 }).price, '8.323333');
});

test('123,456.5 screws for 756.28 have no unit price with six decimals, so the price is for all of them', () => {
  const screws = priced(123_456.5, { net: 75_628, unit: 0.6126 });
  assert.deepEqual(screws, { price: '756.28', base: '123456.5', adjustments: [] });
});

test('a cent below zero on a line of one unit at price zero is stated as rounding', () => {
  const { price, adjustments } = priced(1, { net: -1, unit: 0 });
  assert.equal(price, '0.00');
  assert.deepEqual(adjustments, [{ charge: false, amount: 1, reason: 'Arrondi' }]);
});

test('3 vases at 12.50 yen were rounded to 38 yen, so the price is the one that gives 38.00', () => {
  assert.equal(priced(3, { net: 3_800, unit: 1_250 }).price, '12.666667');
});

test('7 for 652 CFP francs after a discount of 5 have a price that 7 times gives 657.00, not 656.87', () => {
  const { price, adjustments } = priced(7, { net: 65_200, discount: 500, unit: 9_383.8863 });
  assert.equal(price, '93.857143');
  assert.deepEqual(adjustments, [{ charge: false, amount: 500, reason: 'Remise' }]);
  // Negative control: the price as entered.
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
