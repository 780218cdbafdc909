import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';

// What the reform asks of the account, and what it has.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

test('get-e-invoicing-readiness: a new account lacks its SIREN and address, a connected one is ready', async () => {
  const books = booksOf(service);
  const asked = async () => {
    const { duties, gaps } = await books.done('get-e-invoicing-readiness');
    return { states: duties.map(({ state }: { state: string }) => state), gaps };
  };
  assert.deepEqual((await asked()).gaps, [{ gap: 'company_siren' }, { gap: 'company_address' }]);
  await books.company();
  approvedPlatform(service);
  await books.done('connect-platform', undefined, { ...PLATFORM, sends: false });
  const receiving = await asked();
  assert.deepEqual(receiving.gaps, []);
  assert.equal(receiving.states[0], 'ready');
  assert.notEqual(receiving.states[1], 'ready');
  await books.done('connect-platform', undefined, PLATFORM);
  assert.deepEqual((await asked()).states, Array(4).fill('ready'));
});

test('two organizations in France without a SIREN are named, one in Berlin is not', async () => {
  const books = booksOf(service);
  const LYON = { address: '1 rue de la Paix', city: 'Lyon', zipCode: '69003', country: 'FR' };
  for (const [name, billingAddress] of [
    ['Club de lecture', LYON],
    ['Sans adresse', null],
    ['Verlag Berlin', { ...LYON, city: 'Berlin', zipCode: '10115', country: 'DE' }],
  ] as const)
    await books.done('create-organization', undefined, { name, billingAddress });
  const { gaps } = await books.done('get-e-invoicing-readiness');
  assert.deepEqual(gaps, [{ gap: 'customers_siren', count: 2 }]);
});

test('a test key sees neither the live connection nor the live customers', async () => {
  const books = booksOf(service, service.test);
  const { duties, gaps } = await books.done('get-e-invoicing-readiness');
  assert.ok(duties.every(({ state }: { state: string }) => state !== 'ready'));
  assert.ok(gaps.every(({ gap }: { gap: string }) => gap !== 'customers_siren'));
});
