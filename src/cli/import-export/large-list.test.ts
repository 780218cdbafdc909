import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/test-database.ts';
import { timed } from '../../../test/support/runner/measure.ts';
import { ranHere } from '../../../test/support/service/run-command.ts';

// A long list of another program: IMPORT_ROWS=100000 measures its target.

/** The short form checks contents only: a busy machine says nothing about time. */
const IS_MEASURED = process.env.IMPORT_ROWS !== undefined;
const ROWS = Number(process.env.IMPORT_ROWS ?? 1_500);
/** Target for 100,000 rows on an idle machine. */
const IMPORT_MS = 60_000;
const HEADERS =
  'Client Name,Client Number,Client Street,Client City,Client Postal Code,Client Country,Contact First Name,Contact Last Name,Contact Email';

let database: FreshDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'facturier list '));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test('1,500 companies of Invoice Ninja and their contacts are imported once, and again without adding any', async () => {
  const facturier = (...args: string[]) =>
    ranHere({ FACTURIER_DATA: join(folder, 'data'), DATABASE_URL: database.databaseUrl }, ...args);
  assert.equal((await facturier('account', 'create', '--name', 'Zoé Martin')).code, 0);
  const path = join(folder, 'clients.csv');
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `Acme ${n} SAS,${n},1 rue X,Paris,75001,France,Jean,Petit ${n},jean${n}@exemple.fr`,
  );
  await writeFile(path, [HEADERS, ...rows].join('\n'));
  const imported = () => timed(async () => JSON.parse((await facturier('import', 'customers', path, '--json')).out));
  const [first, firstMs] = await imported();
  assert.deepEqual([first.created, first.known, first.source], [2 * ROWS, 0, 'invoice_ninja']);
  const [again, againMs] = await imported();
  assert.deepEqual([again.created, again.known], [0, ROWS]);
  console.log(JSON.stringify({ firstMs: Math.round(firstMs), againMs: Math.round(againMs) }));
  if (IS_MEASURED) assert.ok(firstMs < IMPORT_MS, `the import took ${firstMs.toFixed(0)} ms`);
}, 600_000);
