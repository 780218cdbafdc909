import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { createProduct, deleteProduct, getProduct, listProducts, updateProduct } from './products.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const day = { designation: 'Développement web', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000' };
const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const created = async (body: object, given: object = {}) =>
  (await service.call(createProduct, { body: { ...day, ...body }, ...given })).json;

test('a product is returned with prices without and with tax, and defaults for omitted members', async () => {
  const answer = await service.call(createProduct, { body: { ...day, unitPrice: 45000 } });
  assert.equal(answer.refused, undefined);
  const { id, ...product } = answer.json;
  assert.deepEqual(product, {
    designation: 'Développement web',
    type: 'SERVICE_DELIVERY',
    unit: 'DAY',
    unitPrice: 45000,
    priceWithoutTaxes: 45000,
    priceWithTaxes: 54000,
    lockUnitPrice: false,
    vatCode: 'FR_2000',
    vatAmount: 9000,
    taxesIncluded: false,
    stock: 0,
    isStockable: false,
    isDeliveryOfGood: false,
    personalServiceActivity: false,
  });
  assert.deepEqual((await service.call(getProduct, { path: { productId: id } })).json, answer.json);
});

test('every enum value is accepted by name, alias or number, in any case', async () => {
  const said = {
    designation: 'Vis inox 6 × 40',
    type: 'goods_sale',
    unit: 'kg',
    vatCode: 'fr_2000',
    unitPrice: 1250.5,
    purchasePrice: 1000,
    lockUnitPrice: true,
    taxesIncluded: true,
    isDeliveryOfGood: true,
    description: 'Boîte de 200',
    reference: 'VIS-640',
    stock: 12.5,
  };
  const product = await created(said);
  const { id: _, warnings, ...rest } = product;
  assert.equal(warnings.length, 1);
  assert.deepEqual(rest, {
    ...said,
    type: 'GOODS_SALE',
    unit: 'KG',
    vatCode: 'FR_2000',
    productMargin: 4.3,
    priceWithTaxes: 1251,
    priceWithoutTaxes: 1043,
    vatAmount: 208,
    isStockable: true,
    personalServiceActivity: false,
  });
  assert.equal((await created({ type: 4, unit: 'm2' })).type, 'MANUFACTURED_GOODS_SALE');
  assert.equal((await created({ type: 'sale_of_manufactured_goods', unit: 'square_meter' })).unit, 'M2');
});

test('legacy names of the HTTP API work: amountInCents, and no VAT code means FR_00HT', async () => {
  const { vatCode: _, ...withoutCode } = day;
  const answer = await service.call(createProduct, { body: { ...withoutCode, amountInCents: 2500 } });
  assert.equal(answer.json.unitPrice, 2500);
  assert.equal(answer.json.vatCode, 'FR_00HT');
  assert.equal(answer.json.vatAmount, 0);
});

test('replacing a product resets omitted members, except isStockable and personalServiceActivity', async () => {
  const hour = { ...day, unit: 'HOUR' };
  const { id } = await created({
    ...hour,
    unitPrice: 4000,
    reference: 'H',
    stock: 3,
    isStockable: true,
    personalServiceActivity: true,
  });
  const answer = await service.call(updateProduct, { path: { productId: id }, body: hour });
  assert.equal(answer.refused, undefined);
  assert.equal(answer.json.unitPrice, 0);
  assert.equal(answer.json.stock, 0);
  assert.equal('reference' in answer.json, false);
  assert.equal(answer.json.isStockable, true);
  assert.equal(answer.json.personalServiceActivity, true);
});

test('with taxes included, the margin applies before tax: 100.00 plus 30 % is 130.00, and 156.00 with 20 %', async () => {
  const vase = {
    ...day,
    type: 'GOODS_SALE',
    unit: 'UNIT',
    purchasePrice: 10000,
    productMargin: 30,
    taxesIncluded: true,
  };
  const prices = ({ unitPrice, priceWithoutTaxes, vatAmount, productMargin }: Record<string, any>) => [
    unitPrice,
    priceWithoutTaxes,
    vatAmount,
    productMargin,
  ];
  const made = await created(vase);
  assert.deepEqual(prices(made), [15600, 13000, 2600, 30]);
  const { id, ...read } = made;
  const again = await service.call(updateProduct, { path: { productId: id }, body: read });
  assert.deepEqual(prices(again.json), [15600, 13000, 2600, 30]);
  const locked = await created({ ...vase, unitPrice: 18000, lockUnitPrice: true });
  assert.deepEqual(prices(locked), [18000, 15000, 3000, 50]);
  // A disbursement has no VAT, whatever code was given.
  assert.deepEqual(prices(await created({ ...vase, type: 'DISBURSEMENT' })), [13000, 13000, 0, 30]);
});

test('a price probably meant in euros gets a warning with the corrected value; whole cents get none', async () => {
  const product = await created({ unitPrice: 600.5, purchasePrice: 450.25 });
  assert.deepEqual(product.warnings, [
    {
      title: 'Price with fractions of a cent',
      message: 'Prices are given in cents: of unitPrice, 600.5 is 6.01 EUR. For 600.50 EUR, write 60050.',
      name: 'price_with_part_of_cent',
    },
    {
      title: 'Price with fractions of a cent',
      message: 'Prices are given in cents: of purchasePrice, 450.25 is 4.50 EUR. For 450.25 EUR, write 45025.',
      name: 'price_with_part_of_cent',
    },
  ]);
  const { warnings: _, ...read } = product;
  const { json } = await service.call(updateProduct, {
    path: { productId: product.id },
    body: { ...read, unitPrice: 60_050, purchasePrice: 45_025 },
  });
  assert.equal('warnings' in json, false);
});

test('personal_service_unit: a personal service is sold by the hour or at a fixed rate', async () => {
  const body = { ...day, personalServiceActivity: true };
  assert.equal((await service.call(createProduct, { body })).refused, 'personal_service_unit');
  assert.equal((await service.call(createProduct, { body: { ...body, unit: 'FIXED_RATE' } })).refused, undefined);
});

test('product_price_too_large: a margin of 1,000,000 % on a hundred million euros is refused', async () => {
  const body = { ...day, purchasePrice: 10_000_000_000, productMargin: 1_000_000 };
  assert.equal((await service.call(createProduct, { body })).refused, 'product_price_too_large');
});

test('version_stale: an update based on an old version of a product is refused', async () => {
  const answer = await service.call(createProduct, { body: day });
  const path = { productId: answer.json.id };
  const ifMatch = (answer as { headers: Record<string, string> }).headers.etag as string;
  assert.equal((await service.call(updateProduct, { path, body: day, ifMatch })).refused, undefined);
  assert.equal((await service.call(updateProduct, { path, body: day, ifMatch })).refused, 'version_stale');

  assert.equal((await service.call(deleteProduct, { path, ifMatch })).refused, 'version_stale');
  const seen = (await service.call(getProduct, { path })) as { headers?: Record<string, string> };
  assert.equal(seen.headers?.etag, '"2"');
  assert.equal((await service.call(deleteProduct, { path, ifMatch: '"2"' })).refused, undefined);
});

test('product_not_found: an unknown, malformed or deleted id, another account, the other mode', async () => {
  const { id } = await created({});
  const stranger = (await service.newAccount('Autre')).live;
  for (const [productId, caller] of [
    [unknownId, service.live],
    ['x', service.live],
    [id, stranger],
    [id, service.test],
  ] as const) {
    const path = { productId };
    assert.equal((await service.call(getProduct, { path, caller })).refused, 'product_not_found');
    assert.equal((await service.call(updateProduct, { path, caller, body: day })).refused, 'product_not_found');
    assert.equal((await service.call(deleteProduct, { path, caller })).refused, 'product_not_found');
  }
  assert.equal((await service.call(deleteProduct, { path: { productId: id } })).refused, undefined);
  assert.equal((await service.call(deleteProduct, { path: { productId: id } })).refused, 'product_not_found');
});

test('the catalogue is sorted by designation, searched without case and accents, and counted exactly', async () => {
  const caller = (await service.newAccount('Liste')).live;
  const put = (body: object) => created(body, { caller });
  await put({ designation: 'Écran', reference: 'SCR-27', unitPrice: 3 });
  await put({ designation: 'développement mobile', reference: 'DEV-2', unitPrice: 1 });
  await put({ designation: 'Développement web', reference: 'DEV-1', unitPrice: 2 });
  await put({ designation: 'Ménage', unit: 'HOUR', personalServiceActivity: true });
  const list = async (query: object) => (await service.call(listProducts, { caller, query: { ...query } })).json;
  const names = async (query: object) =>
    (await list(query)).docs.map(({ designation }: { designation: string }) => designation);
  assert.deepEqual(await names({}), ['développement mobile', 'Développement web', 'Écran', 'Ménage']);
  assert.deepEqual(await names({ search: 'DEVELOPPEMENT' }), ['développement mobile', 'Développement web']);
  assert.deepEqual(await names({ search: 'v-1' }), ['Développement web']);
  assert.deepEqual(await names({ orderBy: 'unitPrice', orderDirection: 'DESC' }), [
    'Écran',
    'Développement web',
    'développement mobile',
    'Ménage',
  ]);
  assert.deepEqual(await names({ sapCompatible: 'true' }), ['Ménage']);
  const page = await list({ limit: 3, page: 2, countWithoutFilters: 'true' });
  assert.deepEqual(
    [page.totalDocs, page.totalPages, page.hasNextPage, page.hasPrevPage, page.countWithoutFilters, page.docs.length],
    [4, 2, false, true, 4, 1],
  );
  const first = await list({ limit: 3, orderBy: 'createdAt' });
  assert.deepEqual(await names({ limit: 3, cursor: first.nextCursor }), ['Ménage']);
  assert.equal((await list({ search: 'dev', sapCompatible: 'false' })).totalDocs, 2);
});

test('live and test keys have separate catalogues', async () => {
  const account = await service.newAccount('Deux modes');
  await created({}, { caller: account.test });
  const total = async (caller: object) =>
    (await service.call(listProducts, { caller: caller as never })).json.totalDocs;
  assert.equal(await total(account.test), 1);
  assert.equal(await total(account.live), 0);
});
