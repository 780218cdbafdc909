import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { nearest, randomPrice, rateInName, tt } from '../../../test/support/documents/random-prices.ts';
import { fails, holds } from '../../../test/support/runner/property-runs.ts';
import { totalsOf } from '../billing/document/totals/totals.ts';
import type { Step } from '../money/rounding.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import { totalOf } from '../vat/breakdown.ts';
import { type VatCode, vatCodes } from '../vat/vat-code.ts';
import { type TaxedPrice, taxedPriceOf } from './price.ts';

const RUNS = 10_000;

test('the entered side is exact, the other follows from the rate', () => {
  const taxed = (unitPrice: number, vatCode: VatCode, taxesIncluded: boolean, step: Step = 1) => {
    const { withoutTaxes, vat, withTaxes } = taxedPriceOf({ unitPrice: tt(unitPrice), vatCode, taxesIncluded }, step);
    return [withoutTaxes, vat, withTaxes];
  };
  assert.deepEqual(taxed(45_000, 'FR_2000', false), [45_000, 9_000, 54_000]);
  assert.deepEqual(taxed(45_000, 'FR_2000', true), [37_500, 7_500, 45_000]);
  assert.deepEqual(taxed(999, 'FR_550', true), [947, 52, 999]);
  assert.deepEqual(taxed(999, 'FR_210', false), [999, 21, 1_020]);
  assert.deepEqual(taxed(0.5, 'FR_2000', true), [1, 0, 1]);
  assert.deepEqual(taxed(1_250.5, 'FR_00HT', true), [1_251, 0, 1_251]);
  // 1,234.50 yen are 1,235 yen, their tax 247.
  assert.deepEqual(taxed(123_450, 'FR_2000', false, 100), [123_500, 24_700, 148_200]);
  assert.deepEqual(taxed(123_450, 'FR_2000', true, 100), [102_900, 20_600, 123_500]);
});

const aProduct = fc.record({
  unitPrice: randomPrice,
  taxesIncluded: fc.boolean(),
  vatCode: fc.constantFrom(...vatCodes),
  step: fc.constantFrom<Step>(1, 100),
});
type AProduct = { unitPrice: TenThousandths; taxesIncluded: boolean; vatCode: VatCode; step: Step };
type TaxRule = (product: AProduct, step: Step) => TaxedPrice;

const isExact =
  (rule: TaxRule) =>
  (product: AProduct): void => {
    const { withoutTaxes, vat, withTaxes } = rule(product, product.step);
    const step = BigInt(product.step);
    const promised = nearest(BigInt(product.unitPrice), 10_000n, step);
    const rate = rateInName(product.vatCode);
    assert.equal(withoutTaxes + vat, withTaxes);
    assert.equal(BigInt(product.taxesIncluded ? withTaxes : withoutTaxes), promised);
    if (product.taxesIncluded) assert.equal(BigInt(withoutTaxes), nearest(promised * 10_000n, 10_000n + rate, step));
    else assert.equal(BigInt(vat), nearest(promised * rate, 10_000n, step));
    for (const figure of [withoutTaxes, vat, withTaxes]) assert.equal(figure % product.step, 0);
  };

test('10,000 prices with and without tax add up, keep the entered side, and use the smallest unit of the currency', () => {
  holds(aProduct, RUNS, isExact(taxedPriceOf));
});

test('negative control: rounding both sides of an included tax separately does not add up', () => {
  const byThemselves: TaxRule = (product, step) => {
    const taxed = taxedPriceOf(product, step);
    const rate = rateInName(product.vatCode);
    const vat = Number(nearest(BigInt(taxed.withTaxes) * rate, 10_000n + rate, BigInt(step))) as TaxedPrice['vat'];
    return { ...taxed, vat };
  };
  assert.ok(fails(aProduct, RUNS, isExact(byThemselves)));
});

const asOnADocument =
  (rule: TaxRule) =>
  (product: AProduct): void => {
    const { unitPrice, taxesIncluded, vatCode, step } = product;
    const line = { quantity: tt(1), unitPrice, taxIncluded: taxesIncluded, vatCode, type: 'service_delivery' } as const;
    const { lines, breakdown } = totalsOf({ lines: [line], includeDiscountDisbursement: false, step });
    const { withoutTaxes, vat, withTaxes } = rule(product, step);
    assert.deepEqual([lines[0]?.net, lines[0]?.vat, lines[0]?.total], [withoutTaxes, vat, withTaxes]);
    const { net, vat: onTotal } = totalOf(breakdown);
    assert.deepEqual([net, onTotal], [withoutTaxes, vat]);
  };

test('one unit of 10,000 products costs the catalogue price on a document of its own, to the cent', () => {
  holds(aProduct, RUNS, asOnADocument(taxedPriceOf));
});

test('negative control: a catalogue with cents in a currency without decimals differs', () => {
  assert.ok(
    fails(
      aProduct,
      RUNS,
      asOnADocument((product) => taxedPriceOf(product, 1)),
    ),
  );
});
