import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { testCluster } from '../../support/database/test-database.ts';
import { type Books, booksOf } from '../../support/documents/example-books.ts';
import { type TestService, testService } from '../../support/service/in-process-service.ts';

let service: TestService;
let books: Books;
let customer: string;
let superuser: pg.Client;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customer = await books.contact();
  const { database } = service.database.serving as { database: string };
  superuser = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await superuser.connect();
});
afterAll(async () => {
  await superuser?.end();
  await service.close();
});

/** Makes two requests meet at the head of the audit chain in a given order. */
async function meeting<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  await superuser.query('begin');
  await superuser.query('select from billing.chain_head where account_id = $1 for update', [service.accountId]);
  const one = first();
  await waiting(1);
  const other = second();
  await waiting(2);
  await superuser.query('commit');
  return Promise.all([one, other]);
}

async function waiting(count: number): Promise<void> {
  const text = `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (let tries = 0; tries < 6_000; tries++) {
    // The transaction keeps its snapshot of activity statistics unless it is cleared.
    await superuser.query('select pg_stat_clear_snapshot()');
    if ((await superuser.query(text)).rows[0].waiting >= count) return;
    await wait(10);
  }
  assert.fail(`${count} requests should have been waiting`);
}

const renumber = (numbering: object) => books.ask('update-company', { body: { numbering } });

test('a number format that changes while a series gets its first number does not apply', async () => {
  const draft = await books.invoice(customer);
  const [finalized, changed] = await meeting(
    () => books.done('finalize-billing', draft.id),
    () => renumber({ F: { format: 'FA{year}-{counter:5}' } }),
  );
  assert.equal(finalized.number, 'F-2026-0001');
  assert.equal(changed.refused, 'number_format_in_use');
});

test('a number format that changes just before a series gets its first number applies from that number', async () => {
  const draft = await books.estimate(customer);
  const [changed, finalized] = await meeting(
    () => renumber({ D: { format: 'DV{year}-{counter:5}', startsAt: 50 } }),
    () => books.done('finalize-billing', draft.id),
  );
  assert.equal(changed.refused, undefined);
  assert.equal(finalized.number, 'DV2026-00050');
});

test('changing settings while documents are finalized does not deadlock', async () => {
  const deadlocks = async (): Promise<number> => {
    const text = 'select deadlocks::int from pg_stat_database where datname = current_database()';
    return (await superuser.query(text)).rows[0].deadlocks;
  };
  const earlier = await deadlocks();
  const settings = async () => {
    for (let i = 0; i < 20; i++) await books.done('update-company', undefined, { name: `Zoé ${i}` });
  };
  const bills = async (who: number) => {
    for (let i = 0; i < 12; i++) {
      const { id } = await books.invoice(customer);
      const answer = await books.ask('finalize-billing', { path: { id }, idempotencyKey: `${who} ${i}` });
      assert.equal(answer.refused, undefined);
    }
  };
  await Promise.all([settings(), ...[1, 2, 3, 4].map(bills)]);
  await superuser.query('select pg_stat_force_next_flush()');
  assert.equal(await deadlocks(), earlier);
});
