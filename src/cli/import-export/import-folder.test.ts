import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/test-database.ts';
import { PAST_LIST } from '../../../test/support/documents/past-lists.ts';
import { type Ran, ranHere } from '../../../test/support/service/run-command.ts';

// `facturier import FOLDER`: everything of another program at once.

let database: FreshDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'facturier dossier é '));
  await mkdir(join(folder, 'export', '2025'), { recursive: true });
  await writeFile(join(folder, 'export', '2025', 'factures.csv'), PAST_LIST);
  await writeFile(join(folder, 'export', 'notes.txt'), 'Rappeler Jeanne');
  await writeFile(join(folder, 'export', '.cache'), 'x');
  assert.equal((await facturier('account', 'create', '--name', 'Zoé Martin')).code, 0);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const facturier = (...args: string[]): Promise<Ran> =>
  ranHere({ FACTURIER_DATA: join(folder, 'data'), DATABASE_URL: database.databaseUrl }, ...args);

test('a folder is tried, then taken over: 5 documents and 2 customers; a second time nothing is left to take', async () => {
  const path = join(folder, 'export');
  const tried = await facturier('import', path, '--dry-run');
  assert.deepEqual([tried.code, tried.out.split('\n')[0]], [0, 'Dry run, nothing is written.']);
  assert.match(
    tried.out,
    /EUR: 4 invoices, 1 credit notes, 2 payments; invoiced 2400\.00, paid 1560\.00, left 840\.00\./,
  );
  const done = await facturier('import', path);
  assert.deepEqual(
    [done.code, done.out.split('\n')[0]],
    [0, 'Taken over: 5 documents, 2 customers, 0 products.'],
    done.err,
  );
  const again = await facturier('import', path, '--json');
  assert.notEqual(again.code, 0);
  assert.match(again.err + again.out, /nothing to take over/i);
});

test('an option of another import, and a folder that does not exist, are refused', async () => {
  assert.match((await facturier('import', join(folder, 'export'), '--skip-bad')).err, /--skip-bad cannot be used/);
  assert.match((await facturier('import', 'products')).err, /give the file/);
  const missing = await facturier('import', join(folder, 'nowhere'));
  assert.deepEqual([missing.code !== 0, /cannot be read/.test(missing.err)], [true, true]);
});
