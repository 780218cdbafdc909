import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../../../../test/support/documents/example-books.ts';
import { openImport } from '../../../../test/support/documents/past-lists.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

test('lists of customers and products that were exported here are recognized by an import elsewhere', async () => {
  const books = booksOf(service);
  await books.company(COMPANY);
  await books.contact();
  await books.organization();
  await books.done('create-product', undefined, { designation: 'Pain', type: 1, unit: 14, unitPrice: 310 });
  const csvOf = async (name: string): Promise<string> => (await books.ask(name, { query: {} })).json.csv;
  const files = { 'clients.csv': await csvOf('export-customers'), 'produits.csv': await csvOf('export-products') };
  const other = booksOf(service, (await service.newAccount('Autre')).live);
  const id = await openImport(other, files);
  const plan = (await other.ask('get-import', { path: { id } })).json;
  assert.deepEqual(
    plan.fileList.map(({ name, content }: any) => [name, content]),
    [
      ['clients.csv', 'customers'],
      ['produits.csv', 'products'],
    ],
  );
  const done = (await other.ask('run-import', { path: { id } })).json;
  assert.deepEqual([done.result.customers, done.result.products], [2, 1]);
});
