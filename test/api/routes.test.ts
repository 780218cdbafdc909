import assert from 'node:assert/strict';
import { v7 } from 'uuid';
import { afterAll, beforeAll, test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { isBuiltIn } from '../../src/domain/themes/design.ts';
import type { Operation } from '../../src/pipeline/operation.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { apiRoutes, notServed } from './routes.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

type Served = { method: string; steps: string[]; operation: Operation; route: string };
const served: Served[] = operations.flatMap((operation) =>
  operation.routes.map((route) => {
    const [method, path] = route.split(' ') as [string, string];
    return { method, steps: path.split('/'), operation, route };
  }),
);
const isParameter = (step: string): boolean => step.startsWith('{');
const shape = (row: string): string => row.replace(/\{\w+\}/g, '{}');

test('every row of the API table is an operation of ours or says why not', () => {
  const ours = new Set(served.map(({ route }) => shape(route)));
  assert.ok(apiRoutes.length > 95, `${apiRoutes.length} rows`);
  assert.deepEqual(
    apiRoutes.filter((row) => !ours.has(shape(row))),
    [],
  );
  assert.deepEqual(
    Object.keys(notServed).filter((row) => ours.has(shape(row))),
    [],
  );
});

test('the customer portal needs no key, and other addresses below it are 404', async () => {
  const portal = await service.ask('/v2/customer-portal/payments', { key: undefined });
  assert.deepEqual([portal.status, portal.json.code], [400, 'request.invalid']);
  for (const row of Object.keys(notServed)) {
    const [method = '', path = ''] = row.split(' ');
    const { json } = await service.ask(path.replace('{id}', v7()), { method });
    assert.equal(json.code, 'request.route_not_found', row);
  }
});

test('fixed path segments have no digit, and every ID has one', () => {
  for (const { steps, route } of served)
    for (const step of steps.filter((each) => !isParameter(each) && !/^v\d$/.test(each)))
      assert.match(step, /^[a-z-]*$/, route);
  // A version 7 UUID has a digit for its version.
  for (let drawn = 0; drawn < 1_000; drawn++) assert.match(v7(), /\d/);
});

test('no route shadows another: two routes that could match the same path differ by a word', () => {
  for (const one of served)
    for (const other of served) {
      if (one === other || one.method !== other.method || one.steps.length !== other.steps.length) continue;
      const differ = one.steps.map((step, i) => [step, other.steps[i] as string] as const);
      if (differ.some(([a, b]) => !isParameter(a) && !isParameter(b) && a !== b)) continue;
      const words = differ.flatMap(([a, b]) => (isParameter(a) === isParameter(b) ? [] : [isParameter(a) ? b : a]));
      assert.notEqual(words.length, 0, `${one.route} and ${other.route}`);
      for (const word of words) assert.ok(!isBuiltIn(word), `${one.route}: ${word}`);
    }
});

test('a word in the place of an ID is a 404 for any key', async () => {
  for (const address of [
    '/v2/billing/invoices',
    '/v2/billing/estimates',
    '/v2/billing/invoice/list',
    '/v2/billing/undefined',
    '/contact/all',
    '/v2/opportunity/new',
    '/v2/catalog/product/search',
  ]) {
    const { status, json } = await service.ask(address);
    assert.deepEqual([status, json.code], [404, 'request.route_not_found'], address);
    assert.equal((await service.ask(address, { key: undefined })).json.code, 'request.route_not_found');
  }
  // An unused ID and an ID of another service are still IDs.
  for (const id of [v7(), '507f1f77bcf86cd799439011'])
    assert.equal((await service.ask(`/v2/billing/${id}`)).json.code, 'billing.not_found');
  assert.equal((await service.ask('/v2/billing/theme/plume')).status, 200);
  assert.equal((await service.ask('/v2/billing/theme/plum')).json.code, 'theme.not_found');
});

test('an unsupported method is refused with the list of supported ones, not with an ID error', async () => {
  const { status, headers, json } = await service.ask('/v2/billing/payment-account', { method: 'PATCH', body: {} });
  assert.deepEqual([status, json.code, headers.allow], [405, 'request.method_not_allowed', 'DELETE, GET, HEAD, PUT']);
  assert.equal(
    (await service.ask(`/v2/billing/${v7()}`, { method: 'PUT', body: {} })).headers.allow,
    'DELETE, GET, HEAD',
  );
});
