import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { MOST, nearest, randomPrice, rateInName, tt } from '../../../test/support/documents/random-prices.ts';
import { fails, holds } from '../../../test/support/runner/property-runs.ts';
import { type TenThousandths, toNumber } from '../money/ten-thousandths.ts';
import { isRefusal } from '../refusal.ts';
import { vatCodes } from '../vat/vat-code.ts';
import { type Price, type PriceInput, priceOf } from './price.ts';

const RUNS = 10_000;

type InCents = { unitPrice?: number; purchasePrice?: number; margin?: number; locked?: boolean };
type Tax = Pick<PriceInput, 'taxesIncluded' | 'vatCode'>;
const excluded: Tax = { taxesIncluded: false, vatCode: 'FR_2000' };
const included: Tax = { taxesIncluded: true, vatCode: 'FR_2000' };
const input = ({ unitPrice, purchasePrice, margin, locked = false }: InCents, tax = excluded): PriceInput => ({
  ...tax,
  locked,
  ...(unitPrice !== undefined && { unitPrice: tt(unitPrice) }),
  ...(purchasePrice !== undefined && { purchasePrice: tt(purchasePrice) }),
  ...(margin !== undefined && { margin }),
});
/** The resulting price, in cents again. */
function price(requested: InCents, tax = excluded): InCents {
  const { unitPrice, purchasePrice, margin } = priceIn(input(requested, tax));
  return {
    unitPrice: toNumber(unitPrice),
    ...(purchasePrice !== undefined && { purchasePrice: toNumber(purchasePrice) }),
    ...(margin !== undefined && { margin }),
  };
}
function priceIn(requested: PriceInput): Price {
  const answer = priceOf(requested);
  return isRefusal(answer) ? assert.fail(JSON.stringify(answer)) : (answer as Price);
}

test('bought at 346.15 with 30 % it is sold at 450.00: 449.995, half up', () => {
  assert.deepEqual(price({ purchasePrice: 34_615, margin: 30 }), {
    unitPrice: 45_000,
    purchasePrice: 34_615,
    margin: 30,
  });
});

test('a margin on a purchase price gives the price, to the cent', () => {
  const sold = (purchasePrice: number, margin: number) => price({ purchasePrice, margin }).unitPrice;
  assert.equal(sold(45_000, 30), 58_500);
  // 100.00 × 1.3333 = 133.33; of 333.33 the third is 111.11 as 111.0989: 444.4289 is 444.43.
  assert.equal(sold(10_000, 33.33), 13_333);
  assert.equal(sold(33_333, 33.33), 44_443);
  // 0.50 × 1.01 = 0.505, and 1.50 × 1.01 = 1.515: halves are rounded up, whatever comes before
  // them.
  assert.equal(sold(50, 1), 51);
  assert.equal(sold(150, 1), 152);
  // 1.50 × 0.33 = 0.495.
  assert.equal(sold(150, -67), 50);
  assert.equal(sold(45_000, 0), 45_000);
  assert.equal(sold(45_000, -100), 0);
  assert.equal(sold(45_000, 1_000_000), 450_045_000);
  // 0.0333 cents each, ten thousand percent more: 3.3633 cents.
  assert.equal(sold(0.0333, 10_000), 3);
  assert.equal(sold(0.4999, 0), 0);
  assert.equal(sold(0.5, 0), 1);
});

test('a margin and a price that give the same cent both stay, with all their decimals', () => {
  const words = { unitPrice: 2.4999, purchasePrice: 2, margin: 17.123456789 };
  assert.deepEqual(price(words), words);
  assert.deepEqual(price({ ...words, locked: true }), words);
  // 2.50 would be the next cent: the margin decides, or the lock.
  assert.equal(price({ ...words, unitPrice: 2.5 }).unitPrice, 2);
  assert.deepEqual(price({ ...words, unitPrice: 2.5, locked: true }), { ...words, unitPrice: 2.5, margin: 25 });
});

test('a locked price stays, and the margin is the shortest that gives it back', () => {
  const margin = (purchasePrice: number, unitPrice: number) =>
    price({ purchasePrice, unitPrice, margin: 5, locked: true }).margin;
  assert.equal(margin(1_000, 1_251), 25.1);
  assert.equal(margin(30_000, 40_000), 33.333);
  assert.equal(margin(3, 4), 33);
  assert.equal(margin(45_000, 0), -100);
  assert.equal(margin(45_000, 45_000), 0);
  // A billion euros per unit, bought for a third of it: every cent counts.
  assert.equal(margin(33_333_333_333, 100_000_000_000), 200.000000003);
  // Half a cent is rounded to a cent: no nearest percentage of up to twelve decimals gives it back,
  // but a neighbour does.
  assert.equal(margin(14_954_389_113.2048, 0.5), -99.99999999);
});

test('a price without a margin stays too, and a purchase price alone is sold for nothing', () => {
  assert.deepEqual(price({ unitPrice: 1_251, purchasePrice: 1_000 }).margin, 25.1);
  assert.deepEqual(price({ purchasePrice: 1_000 }), { unitPrice: 0, purchasePrice: 1_000, margin: -100 });
  assert.deepEqual(price({}), { unitPrice: 0 });
  assert.deepEqual(price({ margin: 30 }), { unitPrice: 0, margin: 30 });
  assert.deepEqual(price({ unitPrice: 4_000, margin: 30 }), { unitPrice: 4_000, margin: 30 });
});

test('on a purchase price of zero every margin gives zero, and no price has a margin', () => {
  assert.deepEqual(price({ purchasePrice: 0, margin: 30, unitPrice: 500 }).unitPrice, 0);
  assert.deepEqual(price({ purchasePrice: 0, unitPrice: 500 }), { unitPrice: 500, purchasePrice: 0 });
  assert.deepEqual(price({ purchasePrice: 0, unitPrice: 500, margin: 30, locked: true }).margin, undefined);
});

test('a margin above 1,000,000 % is omitted', () => {
  assert.equal(price({ purchasePrice: 1, unitPrice: 10_001 }).margin, 1_000_000);
  assert.equal(price({ purchasePrice: 1, unitPrice: 10_002 }).margin, undefined);
});

test('tax included: bought at 100.00 with 30 % it is 130.00 without tax and sold at 156.00, 130.00 where there is no VAT', () => {
  const requested = { purchasePrice: 10_000, margin: 30 };
  assert.deepEqual(price(requested, included), { ...requested, unitPrice: 15_600 });
  assert.deepEqual(price(requested, { ...included, vatCode: 'FR_1000' }), { ...requested, unitPrice: 14_300 });
  assert.deepEqual(price(requested, { ...included, vatCode: 'FR_00HT' }), { ...requested, unitPrice: 13_000 });
  // An older price without tax gives way to the margin unless it is locked: 130.00 are 108.33
  // without tax.
  assert.deepEqual(price({ ...requested, unitPrice: 13_000 }, included), { ...requested, unitPrice: 15_600 });
  const locked = { ...requested, unitPrice: 13_000, locked: true };
  assert.deepEqual(price(locked, included), { purchasePrice: 10_000, unitPrice: 13_000, margin: 8.33 });
});

test('tax included: a price that no margin gives has the margin of its price without tax, and stays unchanged', () => {
  // 375.02 are 450.02 with tax and 375.03 are 450.04: 450.03 lies between them, and is 375.03
  // without tax.
  const requested = { unitPrice: 45_003, purchasePrice: 30_000 };
  const answer = price(requested, included);
  assert.deepEqual(answer, { ...requested, margin: 25.01 });
  assert.deepEqual(price(answer, included), answer);
  assert.equal(price({ purchasePrice: 30_000, margin: 25.01 }, included).unitPrice, 45_004);
});

test('product_price_too_large, tax included: 833,333,333.34 come to a billion, a cent more exceeds it', () => {
  const most = 100_000_000_000;
  assert.equal(price({ purchasePrice: 83_333_333_333, margin: 0 }, included).unitPrice, most);
  const tooMuch = input({ purchasePrice: 83_333_333_335, margin: 0 }, included);
  assert.deepEqual(priceOf(tooMuch), { refused: 'product_price_too_large', limit: most });
});

test('product_price_too_large: above a billion euros per unit, and not a cent before', () => {
  const most = 100_000_000_000;
  assert.equal(price({ purchasePrice: most, margin: 0 }).unitPrice, most);
  assert.equal(price({ purchasePrice: most / 2, margin: 100 }).unitPrice, most);
  // A thousandth of a cent more rounds to the same cent.
  assert.equal(price({ purchasePrice: most, margin: 1e-12 }).unitPrice, most);
  for (const requested of [
    { purchasePrice: most, margin: 0.000001 },
    { purchasePrice: most / 2, margin: 100.00000001 },
    { purchasePrice: most, margin: 1_000_000 },
  ]) {
    assert.deepEqual(priceOf(input(requested)), { refused: 'product_price_too_large', limit: most });
    // A locked price is the one that counts.
    assert.equal(price({ ...requested, unitPrice: 500, locked: true }).unitPrice, 500);
  }
});

// Properties of all prices. The second implementation uses fractions whose parts are known from the
// start: it parses no decimals, and rounds by finding the two cents around the exact price.

/** A margin of `parts` ÷ 10 ^ `decimals` percent. */
type Percent = { parts: bigint; decimals: number };
const percentOf = ({ parts, decimals }: Percent): number => Number(`${parts}e-${decimals}`);

function exactlySold(purchasePrice: number, { parts, decimals }: Percent): bigint {
  const whole = 10n ** BigInt(decimals);
  const above = BigInt(purchasePrice) * (100n * whole + parts);
  return nearest(above, 1_000_000n * whole);
}

/** The tax-included price for a net in cents, if the price includes tax. */
const withTax = (net: bigint, { taxesIncluded, vatCode }: Tax): bigint =>
  taxesIncluded ? net + nearest(net * rateInName(vatCode), 10_000n) : net;

/** The net in cents of a price, if the price includes tax. */
const withoutTax = (cents: bigint, { taxesIncluded, vatCode }: Tax): bigint =>
  taxesIncluded ? nearest(cents * 10_000n, 10_000n + rateInName(vatCode)) : cents;

const aMargin: fc.Arbitrary<Percent> = fc.integer({ min: 0, max: 6 }).chain((decimals) => {
  const whole = 10 ** decimals;
  const parts = fc.oneof(
    fc.integer({ min: -100 * whole, max: 300 * whole }),
    fc.integer({ min: -100 * whole, max: 1_000_000 * whole }),
    fc.constantFrom(-100 * whole, 0, whole, Math.round(whole * 33.33), Math.round((whole * 100) / 3)),
  );
  return parts.map((of) => ({ parts: BigInt(of), decimals }));
});
/** JSON has no negative zero. */
const aDouble = fc.double({ min: -100, max: 1_000_000, noNaN: true }).map((margin) => margin + 0);
const maybe = <T>(given: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(given, { nil: undefined });
const anything: fc.Arbitrary<PriceInput> = fc
  .record({
    unitPrice: maybe(randomPrice),
    purchasePrice: maybe(randomPrice),
    margin: maybe(fc.oneof(aMargin.map(percentOf), aDouble)),
    locked: fc.boolean(),
    taxesIncluded: fc.boolean(),
    vatCode: fc.constantFrom(...vatCodes),
  })
  .map(({ unitPrice, purchasePrice, margin, ...rest }) => ({
    ...rest,
    ...(unitPrice !== undefined && { unitPrice }),
    ...(purchasePrice !== undefined && { purchasePrice }),
    ...(margin !== undefined && { margin }),
  }));

type PriceRule = (requested: PriceInput) => Price | { refused: string };
const aTax = fc.record({ taxesIncluded: fc.boolean(), vatCode: fc.constantFrom(...vatCodes) });
const bought = fc.tuple(randomPrice, aMargin, aTax);

const givesThePrice =
  (rule: PriceRule) =>
  ([purchasePrice, percent, tax]: [TenThousandths, Percent, Tax]): void => {
    const answer = rule({ purchasePrice, margin: percentOf(percent), locked: false, ...tax });
    const sold = withTax(exactlySold(purchasePrice, percent), tax) * 10_000n;
    if (sold > BigInt(MOST)) assert.deepEqual(answer, { refused: 'product_price_too_large', limit: MOST / 10_000 });
    else assert.deepEqual('unitPrice' in answer && BigInt(answer.unitPrice), sold);
  };

test('10,000 margins on purchase prices give round(purchase × (100 + margin) ÷ 100), or are refused as too large', () => {
  holds(bought, RUNS, givesThePrice(priceOf));
});

test('negative control: a margin applied to the tax-included price is detected', () => {
  const forgetsTheTax: PriceRule = (requested) => priceOf({ ...requested, taxesIncluded: false });
  assert.ok(fails(bought, RUNS, givesThePrice(forgetsTheTax)));
});

test('negative control: rounding halves to even is detected', () => {
  assert.ok(fails(bought, RUNS, givesThePrice(roundingBy((exact) => halfToEven(exact)))));
});

test('negative control: floating-point arithmetic is detected', () => {
  const byMachine: PriceRule = ({ purchasePrice = 0, margin = 0, ...tax }) => {
    const cents = Number(withTax(BigInt(Math.round((purchasePrice / 10_000) * (1 + margin / 100))), tax));
    return cents > MOST / 10_000 ? TOO_LARGE : { unitPrice: (cents * 10_000) as TenThousandths };
  };
  assert.ok(fails(bought, RUNS, givesThePrice(byMachine)));
});

test('negative control: truncation instead of rounding is detected', () => {
  assert.ok(fails(bought, RUNS, givesThePrice(roundingBy(({ above, below }) => above / below))));
});

const TOO_LARGE = { refused: 'product_price_too_large', limit: MOST / 10_000 };
type Exact = { above: bigint; below: bigint };

/** The rule with another rounding. */
function roundingBy(round: (exact: Exact) => bigint): PriceRule {
  return ({ purchasePrice = 0, margin = 0, ...tax }) => {
    const decimals = 6;
    const parts = BigInt(Math.round(margin * 10 ** decimals));
    const exact = {
      above: BigInt(purchasePrice) * (100n * 10n ** BigInt(decimals) + parts),
      below: 1_000_000n * 10n ** BigInt(decimals),
    };
    const unitPrice = withTax(round(exact), tax) * 10_000n;
    return unitPrice > BigInt(MOST) ? TOO_LARGE : { unitPrice: Number(unitPrice) as TenThousandths };
  };
}

function halfToEven({ above, below }: Exact): bigint {
  const low = above / below;
  const left = 2n * (above - low * below);
  return left > below || (left === below && low % 2n === 1n) ? low + 1n : low;
}

test('control of the controls: the same rule with the correct rounding passes', () => {
  const right = roundingBy(({ above, below }) => nearest(above, below));
  holds(bought, RUNS, givesThePrice(right));
});

const locked = fc.tuple(randomPrice, randomPrice, aDouble, aTax);

const givesItBack =
  (rule: PriceRule) =>
  ([purchasePrice, unitPrice, margin, tax]: [TenThousandths, TenThousandths, number, Tax]): void => {
    const answer = rule({ purchasePrice, unitPrice, margin, locked: true, ...tax });
    assert.ok(!('refused' in answer));
    assert.equal(answer.unitPrice, unitPrice);
    const inCents = nearest(BigInt(unitPrice), 10_000n);
    const net = withoutTax(inCents, tax);
    if (answer.margin === undefined) {
      // Only if there is no margin, or none within bounds.
      const part = tax.taxesIncluded ? 10_000n + rateInName(tax.vatCode) : 10_000n;
      const gained =
        (tax.taxesIncluded ? inCents * 10_000n : BigInt(unitPrice)) * 10_000n - BigInt(purchasePrice) * part;
      return assert.ok(purchasePrice === 0 || 100n * gained > 1_000_000n * BigInt(purchasePrice) * part);
    }
    const back = priceIn({ purchasePrice, margin: answer.margin, locked: false, ...excluded });
    assert.equal(BigInt(back.unitPrice), net * 10_000n);
  };

test('10,000 locked prices move the margin, and the margin gives the price back to the cent', () => {
  holds(locked, RUNS, givesItBack(priceOf));
});

test('negative control: a margin of two decimals does not give the price back', () => {
  const byTwoDecimals: PriceRule = (requested) => {
    const { margin, ...rest } = priceIn(requested);
    return { ...rest, ...(margin !== undefined && { margin: Math.round(margin * 100) / 100 }) };
  };
  assert.ok(fails(locked, RUNS, givesItBack(byTwoDecimals)));
});

/** A price sent over the API and entered again. */
function again({ unitPrice, purchasePrice, margin }: Price, isLocked: boolean, tax: Tax): PriceInput {
  const read = JSON.parse(
    JSON.stringify({ u: toNumber(unitPrice), p: purchasePrice && toNumber(purchasePrice), margin }),
  );
  return input({ unitPrice: read.u, purchasePrice: read.p, margin: read.margin, locked: isLocked }, tax);
}

const neverDrifts =
  (rule: PriceRule, times: number) =>
  (requested: PriceInput): void => {
    const first = rule(requested);
    if ('refused' in first) return;
    for (let time = 0, last: Price = first; time < times; time++) {
      const isLocked = times > 1 ? time % 2 === 0 : requested.locked;
      const next = rule(again(last, isLocked, { taxesIncluded: requested.taxesIncluded, vatCode: requested.vatCode }));
      assert.ok(!('refused' in next));
      assert.deepEqual({ ...next }, { ...first }, `at the ${time + 1}th time`);
      last = next;
    }
  };

test('10,000 results entered again change neither price nor margin', () => {
  holds(anything, RUNS, neverDrifts(priceOf, 1));
});

test('10,000 products locked and unlocked in turn, fifty times, keep their price and margin', () => {
  holds(anything, RUNS, neverDrifts(priceOf, 50));
});

test('negative control: a margin of two decimals drifts', () => {
  const byTwoDecimals: PriceRule = (requested) => {
    const answer = priceOf(requested);
    if (isRefusal(answer)) return TOO_LARGE;
    const { margin, ...rest } = answer as Price;
    return { ...rest, ...(margin !== undefined && { margin: Math.round(margin * 100) / 100 }) };
  };
  assert.ok(fails(anything, RUNS, neverDrifts(byTwoDecimals, 50)));
});
