import assert from 'node:assert/strict';
import pg from 'pg';
import { afterAll, test } from 'vitest';
import { freshDatabase } from '../../../test/support/database/test-database.ts';
import { readSchemaTables } from './distribute-tables.ts';
import { distributionPlan, ROOT, type Table } from './distribution-plan.ts';

const database = await freshDatabase();
const client = new pg.Client(database.ownerUrl);
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Tables of the installation, whose keys start with neither an account nor a person. */
const OF_THE_INSTALLATION = ['reference_rate'];

const tableWith = (name: string, ledBy: string, ...references: string[]): Table => ({ name, ledBy, references });

test('every table is distributed by account, by person, or exists once per installation', async () => {
  const tables = await readSchemaTables(client);
  assert.ok(tables.length > 60);
  const others = tables.filter(({ ledBy }) => ledBy !== 'account_id' && ledBy !== 'person_id');
  assert.deepEqual(
    others.map(({ name }) => name),
    OF_THE_INSTALLATION,
  );
});

test('each table is planned once: the account first, and each after the tables it references', async () => {
  const tables = await readSchemaTables(client);
  const steps = distributionPlan(tables);
  assert.equal(steps[0]?.table, ROOT);
  assert.deepEqual(steps.map(({ table }) => table).sort(), tables.map(({ name }) => name).sort());
  const turn = new Map(steps.map(({ table }, at) => [table, at] as const));
  for (const { name, references } of tables)
    for (const other of references)
      if (other !== name) assert.ok((turn.get(other) ?? Infinity) < (turn.get(name) ?? 0), `${name} after ${other}`);
});

test('every key of an account table includes the account, so that one node can enforce it', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = 'billing'::regnamespace and c.relkind = 'r' and i.indisunique and not a.attnum = any(i.indkey)
    union all
    select k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = 'billing'::regnamespace and k.contype = 'f'
      and (not a.attnum = any(k.conkey) or k.confdeltype in ('n', 'd') or k.confupdtype <> 'a')`);
  assert.deepEqual(rows, []);
});

test('a table that references a table distributed differently, and a cycle of references, are found', () => {
  const account = tableWith(ROOT, 'account_id');
  assert.throws(() => distributionPlan([account, tableWith('person', 'person_id', ROOT)]), /distributed differently/);
  const circle = [tableWith('a', 'account_id', 'b'), tableWith('b', 'account_id', 'a')];
  assert.throws(() => distributionPlan([account, ...circle]), /reference each other/);
  assert.deepEqual(distributionPlan([tableWith('b', 'account_id', 'a'), tableWith('a', 'account_id')]).length, 2);
});
