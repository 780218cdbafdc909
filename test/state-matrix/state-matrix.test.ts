import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { databaseDigest } from '../support/database/database-digest.ts';
import { documentOperations } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { states } from './document-states.ts';
import { type Cells, matrixCells } from './matrix-cells.ts';
import { type Row, rowsOf } from './operation-tables.ts';

// Every operation in every state of every document kind. Refused requests run for real and must not
// change any row; successful ones run to the end of their transaction, which is rolled back.

let service: TestService;
let every: Cells;
let digest: Awaited<ReturnType<typeof databaseDigest>>;
let unchanged = '';

beforeAll(async () => {
  service = await testService();
  every = await matrixCells(service);
  digest = await databaseDigest(service.database);
  unchanged = await digest.digest();
});
afterAll(async () => {
  await digest.close();
  await service.close();
});

async function wrongInRow(kind: string, row: Row): Promise<string[]> {
  const wrong = await every.wrongInRow(kind, row);
  const after = await digest.digest();
  if (after !== unchanged) wrong.push(`${kind}: ${row.asked} changed the database, though nothing was done for good`);
  unchanged = after;
  return wrong;
}

for (const kind of Object.keys(states))
  for (const row of rowsOf(kind))
    test(`${kind}: ${row.asked} answers as decided in each of ${Object.keys(row.cells).length} states`, async () => {
      assert.deepEqual(await wrongInRow(kind, row), []);
    });

test('the tables cover every state and every document operation', () => {
  for (const [kind, makers] of Object.entries(states)) {
    const rows = rowsOf(kind);
    assert.deepEqual(Object.keys(rows[0]?.cells ?? {}), Object.keys(makers), kind);
    const named = new Set(rows.map(({ asked }) => asked.split('#')[0]));
    for (const operation of documentOperations) assert.ok(named.has(operation), `${kind}: ${operation}`);
  }
  const cells = Object.keys(states).flatMap((kind) => rowsOf(kind).flatMap(({ cells }) => Object.keys(cells)));
  assert.ok(cells.length > 2000, `${cells.length} cells`);
});

test('control: one changed document changes the database digest', async () => {
  await every.books.done('archive-billing', every.ids.get('invoice draft'));
  assert.notEqual(await digest.digest(), unchanged);
});
