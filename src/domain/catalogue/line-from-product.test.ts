import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import { type LineOverrides, lineFromProduct } from './line-from-product.ts';
import type { Product } from './product.ts';

const chair: Product = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  test: false,
  designation: 'Chaise en chêne',
  reference: 'CH-1',
  description: 'Huilée',
  type: 'sale_of_goods',
  unit: 'unit',
  vatCode: 'FR_2000',
  unitPrice: 120_000_000 as TenThousandths,
  taxesIncluded: true,
  priceLocked: false,
  stock: 20_000 as TenThousandths,
  stockable: true,
  deliveryOfGoods: true,
  personalService: false,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
};
const exchange = { rate: 1, step: 1 } as const;
const { id: productId } = chair;
const completed = (overrides: LineOverrides, product: Product | undefined = chair) =>
  lineFromProduct(overrides, { line: 3, product, exchange });

test('a line that only names its product is the product', () => {
  assert.deepEqual(completed({ productId }), {
    designation: 'Chaise en chêne',
    unitPrice: 120_000_000,
    taxIncluded: true,
    vatCode: 'FR_2000',
    deliveryOfGoods: true,
    reference: 'CH-1',
    description: 'Huilée',
    unit: 'unit',
    type: 'sale_of_goods',
  });
});

test('values of the line are kept, and null means none', () => {
  const overrides = {
    productId,
    designation: 'Chaise repeinte',
    unitPrice: 10_000 as TenThousandths,
    taxIncluded: false,
    vatCode: 'FR_1000',
    deliveryOfGoods: false,
    reference: 'R',
    description: 'D',
    unit: 'batch',
    type: 'service_delivery',
  } as const;
  const { productId: _, ...standing } = overrides;
  assert.deepEqual(completed(overrides), standing);
  const none = { reference: null, description: null, unit: null, type: null, taxIncluded: null, deliveryOfGoods: null };
  assert.deepEqual(completed({ productId, ...none }), {
    designation: 'Chaise en chêne',
    unitPrice: 120_000_000,
    taxIncluded: false,
    vatCode: 'FR_2000',
    deliveryOfGoods: false,
  });
});

test('a VAT code of null is treated as missing: every line has one', () => {
  assert.equal((completed({ productId, vatCode: null }) as { vatCode: string }).vatCode, 'FR_2000');
});

test('a disbursement has the code FR_00HT, whether the line or its product makes it one', () => {
  const stamps: Product = { ...chair, type: 'disbursement', vatCode: 'FR_00HT' };
  const coded = [
    completed({ productId, vatCode: 'FR_2000' }, stamps),
    completed({ productId, type: 'disbursement' }),
    completed({ designation: 'Timbres', unitPrice: 0 as TenThousandths, type: 'disbursement' }, undefined),
  ];
  for (const line of coded) assert.equal((line as { vatCode: string }).vatCode, 'FR_00HT');
});

test('without a product, a missing designation, unit price or VAT code is reported by name', () => {
  const whole = { productId, designation: 'Chaise', unitPrice: 1 as TenThousandths, vatCode: 'FR_2000' } as const;
  const alone = (overrides: LineOverrides) => lineFromProduct(overrides, { line: 3, product: undefined, exchange });
  const { designation: _d, ...unnamed } = whole;
  const { unitPrice: _u, ...unpriced } = whole;
  const { vatCode: _v, ...uncoded } = whole;
  assert.deepEqual(alone(unnamed), { refused: 'line_product_not_found', line: 3, member: 'designation' });
  assert.deepEqual(alone(unpriced), { refused: 'line_product_not_found', line: 3, member: 'unitPrice' });
  assert.deepEqual(alone(uncoded), { refused: 'line_product_not_found', line: 3, member: 'vatCode' });
  const { productId: _p, ...ordinary } = uncoded;
  assert.deepEqual(alone(ordinary), { refused: 'line_vat_code_missing', line: 3 });
  assert.equal('refused' in alone(whole), false);
});

test("the price of the product is converted at the document's rate, the price of the line is used as it is", () => {
  const inYen = { rate: 160, step: 100 } as const;
  const line = lineFromProduct({ productId }, { line: 0, product: chair, exchange: inYen });
  assert.equal((line as { unitPrice: number }).unitPrice, 19_200_000_000);
  const overrides = { productId, unitPrice: 70_000 as TenThousandths };
  const own = lineFromProduct(overrides, { line: 0, product: chair, exchange: inYen });
  assert.equal((own as { unitPrice: number }).unitPrice, 70_000);
  const beyond = lineFromProduct({ productId }, { line: 2, product: chair, exchange: { rate: 1e9, step: 1 } });
  assert.deepEqual(beyond, { refused: 'line_amount_too_large', line: 2 });
});
