import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { exportProducts, importProducts } from '../../../src/api/catalogue/product-import-export.ts';
import { testCluster } from '../../support/database/test-database.ts';
import { type TestService, testService } from '../../support/service/in-process-service.ts';

/** More than two import batches. */
const PRODUCTS = 1_001;

let service: TestService;
let superuser: pg.Client;
/** The exported products: ID and reference, ordered by ID. */
let known: { id: string; reference: string }[];

beforeAll(async () => {
  service = await testService();
  const { database } = service.database.serving as { database: string };
  superuser = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await superuser.connect();
  const rows = Array.from({ length: PRODUCTS }, (_, at) => `Chaise;CH-${at};Marchandise;unité;20\n`);
  await imported(`Désignation;Référence;Type;Unité;TVA\n${rows.join('')}`);
  const parts: string[] = [];
  for (let after: string | undefined; parts.length === 0 || after; ) {
    const query = { format: 'plain', ...(after && { after }) };
    const { json } = await service.call(exportProducts, { query });
    parts.push(json.csv);
    after = json.next;
  }
  const lines = parts.join('').trim().split('\r\n').slice(1);
  known = lines.map((line) => line.split(',')).map(([id = '', , reference = '']) => ({ id, reference }));
  known.sort((one, other) => (one.id < other.id ? -1 : 1));
});
afterAll(async () => {
  await superuser?.end();
  await service.close();
});

const imported = async (content: string) => {
  const { json } = await service.call(importProducts, { body: { content, updateExisting: true } });
  return json;
};

/** Locks one product after another by ID like a finalization; fails if the next one is locked. */
async function whileHeld(id: string, next: string, act: () => Promise<{ updated: number }>): Promise<number> {
  const take = 'select from billing.product where id = $1 for update nowait';
  await superuser.query('begin');
  let running: ReturnType<typeof act> | undefined;
  try {
    assert.equal((await superuser.query(take, [id])).rowCount, 1);
    running = act();
    await someoneWaits();
    assert.equal((await superuser.query(take, [next])).rowCount, 1);
  } finally {
    await superuser.query('rollback');
    await running;
  }
  return (await running).updated;
}

async function someoneWaits(): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (let tries = 0; tries < 6_000; tries++) {
    // The transaction keeps its snapshot of activity statistics unless it is cleared.
    await superuser.query('select pg_stat_clear_snapshot()');
    if ((await superuser.query(text)).rowCount !== 0) return;
    await wait(10);
  }
  assert.fail('the import should have been waiting');
}

for (const [by, header] of [
  ['id', 'Identifiant'],
  ['reference', 'Référence'],
] as const) {
  test(`an import that names products by ${by} in reverse order does not deadlock with a finalization`, async () => {
    const rows = known.toReversed().map((each) => `${each[by]};7\n`);
    const [first, last] = [known[0]?.id as string, known.at(-1)?.id as string];
    const updated = await whileHeld(first, last, () => imported(`${header};Prix\n${rows.join('')}`));
    assert.equal(updated, PRODUCTS);
  });
}

test('an import that only creates products waits for no lock, even if a product has the same reference', async () => {
  await superuser.query('begin');
  try {
    await superuser.query('select from billing.product where id = $1 for update', [known[0]?.id]);
    const content = `Désignation;Référence;Type;Unité;TVA\nTable;${known[0]?.reference};Marchandise;unité;20\n`;
    const { json } = await service.call(importProducts, { body: { content } });
    assert.deepEqual([json.created, json.warnings[0].code], [1, 'reference_taken']);
  } finally {
    await superuser.query('rollback');
  }
});

test('a customer import does not wait for a document that is being created for one of the customers', async () => {
  const body = { firstname: 'Léa', lastname: 'Moreau' };
  const { id } = (await service.call('create-contact', { body })).json;
  await superuser.query('begin');
  try {
    // The lock a document takes on its customer until it is created.
    await superuser.query('select from billing.customer where id = $1 for key share', [id]);
    const content = `Identifiant;Nom\n${id};Martin\n`;
    const { json } = await service.call('import-customers', { body: { content } });
    assert.equal(json.updated, 1);
  } finally {
    await superuser.query('rollback');
  }
  assert.equal((await service.call('get-contact', { path: { id } })).json.lastname, 'Martin');
});
