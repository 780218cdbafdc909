import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { type Assistant, NOBODY, schemaOf, toolClientOf, tools } from './tool-client.ts';

// The five tools of the catalogue, compared word by word with the API description (4.2).

let service: TestService;
let assistant: Assistant;
beforeAll(async () => {
  service = await testService();
  assistant = toolClientOf(service);
});
afterAll(() => service.close());

const WRITTEN = {
  ...{ designation: 'string', type: 'string', unit: 'string', vatCode: 'string', unitPrice: 'number' },
  ...{ purchasePrice: 'number', productMargin: 'number', lockUnitPrice: 'boolean', taxesIncluded: 'boolean' },
  ...{ isDeliveryOfGood: 'boolean', description: 'string', reference: 'string', stock: 'number' },
};
const ALWAYS = ['designation', 'type', 'unit', 'vatCode'];
const DEFAULTS = { lockUnitPrice: false, taxesIncluded: false, isDeliveryOfGood: false, stock: 0 };

/** Name, parameters with their types, required ones, defaults, the scope. */
const FIVE = {
  'get-products': [{ page: 'number', search: 'string' }, [], { page: 1 }, 'catalog:read'],
  'get-product-by-id': [{ productId: 'string' }, ['productId'], {}, 'catalog:read'],
  'create-product': [WRITTEN, ALWAYS, DEFAULTS, 'catalog:write'],
  'update-product': [{ productId: 'string', ...WRITTEN }, ['productId', ...ALWAYS], DEFAULTS, 'catalog:write'],
  'delete-product': [{ productId: 'string' }, ['productId'], {}, 'catalog:write'],
} as const;

/** The type of a parameter; integers are numbers, and null next to a type is ignored. */
const typeOf = ({ type, anyOf }: { type?: string; anyOf?: { type: string }[] }): string | undefined => {
  const said = type ?? anyOf?.map((each) => each.type).find((each) => each !== 'null');
  return said === 'integer' ? 'number' : said;
};

test('the catalogue has these five tools, with these parameters, required sets, defaults and scopes', () => {
  const ofCatalogue = tools.filter(({ scope }) => scope.startsWith('catalog:'));
  const seen = Object.fromEntries(
    ofCatalogue.map((tool) => {
      const { properties, required = [], additionalProperties } = schemaOf(tool);
      assert.equal(additionalProperties, false, tool.name);
      const members = Object.entries<Record<string, any>>(properties);
      const types = Object.fromEntries(members.map(([name, schema]) => [name, typeOf(schema)]));
      const assumed = members.flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : []));
      return [tool.name, [types, required, Object.fromEntries(assumed), tool.scope]];
    }),
  );
  assert.deepEqual(seen, FIVE);
});

test('types, units and VAT codes have the names of the API', () => {
  const { properties } = schemaOf(tools.find(({ name }) => name === 'create-product') as (typeof tools)[number]);
  for (const name of ['SERVICE_DELIVERY', 'GOODS_SALE']) assert.ok(properties.type.enum.includes(name), name);
  for (const name of ['HOUR', 'DAY', 'UNIT', 'KG']) assert.ok(properties.unit.enum.includes(name), name);
  for (const name of ['FR_2000', 'FR_1000', 'FR_00HT']) assert.ok(properties.vatCode.enum.includes(name), name);
  assert.equal(properties.type.enum.length, 5);
  assert.equal(properties.unit.enum.length, 28);
});

const DAY = { designation: 'Développement web', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000' };

test('a product is created, read, replaced and deleted, with every documented field', async () => {
  const said = {
    ...{ ...DAY, reference: 'DEV-1', description: 'Une journée', purchasePrice: 30000, productMargin: 50 },
    ...{ isDeliveryOfGood: true, stock: 3 },
  };
  const { success, product } = await assistant.done('create-product', said);
  assert.equal(success, true);
  const { id, lockUnitPrice, ...members } = product;
  assert.equal(lockUnitPrice, false);
  assert.deepEqual(members, {
    ...{ designation: 'Développement web', reference: 'DEV-1', description: 'Une journée' },
    ...{ type: 'SERVICE_DELIVERY', unit: 'DAY', unitPrice: 45000, priceWithoutTaxes: 45000, priceWithTaxes: 54000 },
    ...{ purchasePrice: 30000, productMargin: 50, vatCode: 'FR_2000', vatAmount: 9000, taxesIncluded: false },
    ...{ stock: 3, isStockable: false, isDeliveryOfGood: true, personalServiceActivity: false },
  });
  assert.deepEqual(await assistant.done('get-product-by-id', { productId: id }), { success: true, product });

  const replaced = await assistant.done('update-product', { productId: id, ...DAY, unitPrice: 50000 });
  assert.equal(replaced.product.unitPrice, 50000);
  for (const gone of ['reference', 'description', 'purchasePrice', 'productMargin'])
    assert.equal(gone in replaced.product, false, gone);
  assert.equal(replaced.product.stock, 0);

  assert.deepEqual(await assistant.done('delete-product', { productId: id }), { success: true, productId: id });
  const { error, ...rest } = await assistant.failure('get-product-by-id', { productId: id });
  assert.deepEqual(rest, { success: false });
  assert.equal(error.code, 'product.not_found');
});

test('with tax included, the margin applies to the price without tax: 100.00 and 30 % give 156.00 at 20 %', async () => {
  const said = { ...DAY, purchasePrice: 10000, productMargin: 30, taxesIncluded: true };
  const { product } = await assistant.done('create-product', said);
  assert.deepEqual([product.unitPrice, product.priceWithoutTaxes, product.productMargin], [15600, 13000, 30]);
  const replaced = await assistant.done('update-product', { productId: product.id, ...said, vatCode: 'FR_1000' });
  assert.deepEqual([replaced.product.unitPrice, replaced.product.priceWithoutTaxes], [14300, 13000]);
});

test('a page has 100 products and the total count, and is selected by its number', async () => {
  const keeper = await service.newAccount('Quincaillerie');
  const shop = toolClientOf(service, { caller: keeper.live });
  assert.deepEqual(await shop.done('get-products'), {
    ...{ success: true, total: 0, page: 1, limit: 100, totalPages: 1, hasNextPage: false, hasPrevPage: false },
    products: [],
  });
  for (let at = 1; at <= 103; at++)
    await shop.done('create-product', {
      ...DAY,
      designation: `Vis ${String(at).padStart(3, '0')}`,
      reference: `V${at}`,
    });
  const first = await shop.done('get-products');
  assert.deepEqual(Object.keys(first).sort(), [
    ...['hasNextPage', 'hasPrevPage', 'limit', 'page', 'products', 'success', 'total', 'totalPages'],
  ]);
  const { products, ...about } = first;
  assert.deepEqual(about, {
    ...{ success: true, total: 103, page: 1, limit: 100, totalPages: 2, hasNextPage: true, hasPrevPage: false },
  });
  assert.equal(products.length, 100);
  assert.equal(products[0].designation, 'Vis 001');
  const last = await shop.done('get-products', { page: 2 });
  assert.deepEqual(
    last.products.map(({ designation }: { designation: string }) => designation),
    ['Vis 101', 'Vis 102', 'Vis 103'],
  );
  assert.deepEqual([last.hasNextPage, last.hasPrevPage], [false, true]);
  assert.deepEqual((await shop.done('get-products', { page: 3 })).products, []);
});

test('the search finds a part of the designation or the reference, ignoring case and accents', async () => {
  const { live } = await service.newAccount('Recherche');
  const seeker = toolClientOf(service, { caller: live });
  await seeker.done('create-product', { ...DAY, reference: 'DEV-1' });
  await seeker.done('create-product', { ...DAY, designation: 'Écran', reference: 'SCR-27' });
  const found = async (search: string) =>
    (await seeker.done('get-products', { search })).products.map(({ reference }: { reference: string }) => reference);
  assert.deepEqual(await found('DEVELOPPEMENT'), ['DEV-1']);
  assert.deepEqual(await found('ecr'), ['SCR-27']);
  assert.deepEqual(await found('r-2'), ['SCR-27']);
  assert.deepEqual(await found('tournevis'), []);
});

test('request.invalid: an unknown parameter is refused with its name, and so are missing ones', async () => {
  const mistyped = await assistant.failure('create-product', { ...DAY, unit_price: 45000 });
  assert.equal(mistyped.error.code, 'request.invalid');
  assert.deepEqual(
    mistyped.error.parameters?.map(({ code }) => code),
    ['unrecognized_keys'],
  );
  assert.match(mistyped.error.parameters?.[0]?.message ?? '', /unit_price/);
  for (const ours of ['amountInCents', 'isStockable', 'personalServiceActivity'])
    assert.equal(await assistant.failureCode('create-product', { ...DAY, [ours]: 1 }), 'request.invalid', ours);
  assert.equal(await assistant.failureCode('get-products', { limit: 10 }), 'request.invalid');

  for (const name of ['create-product', 'update-product']) {
    const missing = (await assistant.failure(name, {})).error.parameters?.map((each) => each.name);
    assert.deepEqual(missing, name === 'update-product' ? ['productId', ...ALWAYS] : ALWAYS);
  }
});

test('product.not_found: unknown, invalid, deleted or foreign ids get the same answer', async () => {
  const { product } = await assistant.done('create-product', DAY);
  const { product: gone } = await assistant.done('create-product', DAY);
  await assistant.done('delete-product', { productId: gone.id });
  const stranger = toolClientOf(service, { caller: (await service.newAccount('Autre')).live });
  const said = await assistant.failure('get-product-by-id', { productId: NOBODY });
  for (const name of ['get-product-by-id', 'update-product', 'delete-product']) {
    const rest = name === 'update-product' ? DAY : {};
    for (const productId of [NOBODY, 'x', '', gone.id])
      assert.deepEqual(await assistant.failure(name, { productId, ...rest }), said, `${name} ${productId}`);
    assert.deepEqual(await stranger.failure(name, { productId: product.id, ...rest }), said, name);
  }
  assert.equal((await assistant.done('get-product-by-id', { productId: product.id })).product.id, product.id);
});
