import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

const day = { designation: 'Développement web', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000' };
const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const call = (name: string, body: object, asked: object = {}) =>
  service.ask(`/v2/tools/${name}`, { method: 'POST', body, ...asked });

test('the five tools have their own addresses: created, found, replaced, listed, deleted', async () => {
  const created = await call('create-product', { ...day, unitPrice: 45000 });
  assert.equal(created.status, 200);
  assert.equal(created.json.success, true);
  const productId = created.json.product.id;
  assert.deepEqual((await call('get-product-by-id', { productId })).json, created.json);

  const updated = await call('update-product', { productId, ...day, unitPrice: 50000, reference: 'DEV' });
  assert.deepEqual([updated.json.product.unitPrice, updated.json.product.reference], [50000, 'DEV']);

  const { products, ...page } = (await call('get-products', { search: 'developpement' })).json;
  assert.deepEqual(page, {
    success: true,
    total: 1,
    page: 1,
    limit: 100,
    totalPages: 1,
    hasNextPage: false,
    hasPrevPage: false,
  });
  assert.deepEqual(products, [updated.json.product]);

  assert.deepEqual((await call('delete-product', { productId })).json, { success: true, productId });
  assert.equal((await call('get-products', {})).json.total, 0);
});

test('a refusing tool answers a problem, together with its message for assistants', async () => {
  const missing = await call('get-product-by-id', { productId: unknownId }, { headers: { 'accept-language': 'en' } });
  assert.equal(missing.status, 404);
  assert.match(missing.headers['content-type'] as string, /^application\/problem\+json/);
  assert.equal(missing.json.code, 'product.not_found');
  assert.equal(missing.json.success, false);
  assert.equal(missing.json.error.code, 'product.not_found');
  assert.equal(typeof missing.json.error.message, 'string');
});

test('a tool refuses an unknown parameter, and names the missing ones', async () => {
  const unknown = await call('create-product', { ...day, price: 45000 });
  assert.equal(unknown.status, 400);
  assert.deepEqual([unknown.json.error.code, unknown.json.error.parameters[0].name], ['request.invalid', 'price']);
  const { vatCode: _, ...without } = day;
  const missing = await call('create-product', without);
  assert.deepEqual(
    missing.json.error.parameters.map(({ name }: { name: string }) => name),
    ['vatCode'],
  );
});

test('an idempotency key sent twice creates one product', async () => {
  const headers = { 'idempotency-key': 'un-seul-produit' };
  const first = await call('create-product', { ...day, reference: 'UNE-FOIS' }, { headers });
  const again = await call('create-product', { ...day, reference: 'UNE-FOIS' }, { headers });
  assert.deepEqual(again.json, first.json);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal((await call('get-products', { search: 'UNE-FOIS' })).json.total, 1);
});

test('version.stale: with If-Match a tool changes and deletes that version only', async () => {
  const created = await call('create-product', day);
  const productId = created.json.product.id;
  const seen = { headers: { 'if-match': created.headers.etag } };
  assert.equal((await call('update-product', { productId, ...day, unitPrice: 1 }, seen)).status, 200);

  for (const refused of [
    await call('update-product', { productId, ...day, unitPrice: 2 }, seen),
    await call('delete-product', { productId }, seen),
  ])
    assert.deepEqual([refused.status, refused.json.error?.code], [412, 'version.stale']);
  assert.equal((await call('get-product-by-id', { productId })).json.product.unitPrice, 1);
  assert.equal((await call('delete-product', { productId }, { headers: { 'if-match': '*' } })).status, 200);
});

test('a tool is called by POST only, and an unknown name is not found', async () => {
  const got = await service.ask('/v2/tools/get-products');
  assert.deepEqual([got.status, got.headers.allow], [405, 'POST']);
  assert.equal((await call('get-nothing', {})).status, 404);
  const stranger = await call('get-products', {}, { key: undefined });
  assert.equal(stranger.status, 401);
  assert.deepEqual([stranger.json.success, stranger.json.error.code], [false, 'auth.key_missing']);
});
