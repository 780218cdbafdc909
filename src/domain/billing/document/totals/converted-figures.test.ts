import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../../money/cents.ts';
import type { Exchange } from '../../../money/exchange.ts';
import type { Breakdown } from '../../../vat/breakdown.ts';
import { convertedFigures, convertedPart } from './converted-figures.ts';
import type { Totals } from './totals.ts';

const amount = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });
const totals = (breakdown: Breakdown, net: number, discount = 0, ofDisbursements = 0): Totals => ({
  lines: [],
  netBeforeDiscount: cents(net + discount),
  discount: cents(discount),
  breakdown,
  netBeforeDiscountWithoutDisbursement: cents(net + discount - ofDisbursements),
});
/** 1.13 dollars per euro: 100.00 USD are 88.4956 EUR, 20.00 are 17.6991, 120.00 are 106.1947. */
const exchange: Exchange = { rate: 1.13, step: 1 };
const invoice = totals({ FR_2000: amount(10_000, 2_000) }, 10_000);
const whole = convertedFigures(invoice, exchange);
const part = (breakdown: Breakdown, of = invoice) =>
  convertedPart(breakdown, of, convertedFigures(of, exchange), exchange);

test('100.00 and 20.00 of VAT convert to 88.49 and 17.70, because together they are 106.19', () => {
  assert.deepEqual([whole.net, whole.vat.get('FR_2000'), whole.total], [8_849, 1_770, 10_619]);
});

test('the remainder of an unpaid invoice equals its total', () => {
  const left = part({ FR_2000: amount(10_000, 2_000) });
  assert.deepEqual([left.net, left.total], [8_849, 10_619]);
});

test('a remainder of 100.00 of 120.00 converts to 88.50, although the invoice is also 100.00 without tax', () => {
  // After a credit note of 20.00 tax included, 83.33 and 16.67 remain.
  const left = part({ FR_2000: amount(8_333, 1_667) });
  assert.equal(left.total, 8_850);
  // Matching figures by their amounts would have returned the 88.49 of the net.
  const byAmount = new Map<number, number>([[10_000, whole.net]]);
  assert.equal(byAmount.get(8_333 + 1_667), 8_849);
});

test('a discount equal to the net is still a discount, and the total before it follows from both', () => {
  const halved = convertedFigures(totals({ FR_2000: amount(10_000, 2_000) }, 10_000, 10_000), exchange);
  assert.deepEqual([halved.discount, halved.net, halved.netBeforeDiscount], [8_850, 8_849, 17_699]);
});

test('without disbursements, the total before the discount is the same figure as the one without disbursements', () => {
  assert.equal(whole.netBeforeDiscountWithoutDisbursement, whole.netBeforeDiscount);
  // Disbursements of 30.00 and their return: the amounts are equal again, but the figures are
  // different.
  const returned = totals({ FR_2000: amount(10_000, 2_000), disbursement: amount(0, 0) }, 10_000);
  assert.equal(convertedFigures(returned, exchange).netBeforeDiscountWithoutDisbursement, 8_850);
});

test('a zero remainder is zero, and a currency without decimals has no cents', () => {
  assert.deepEqual(part({}), { net: 0, total: 0 });
  const inYen = convertedFigures(invoice, { rate: 0.0058, step: 100 });
  assert.ok([inYen.net, inYen.total, ...inYen.vat.values()].every((each) => each % 100 === 0));
});
