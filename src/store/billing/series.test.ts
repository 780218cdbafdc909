import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { booksOf, operationNamed } from '../../../test/support/books.ts';
import { type TestService, testService } from '../../../test/support/service-to-call.ts';
import type { Context } from '../../deeds/context.ts';
import { finalizeBilling } from '../../operations/billing/documents/finalize-billing.ts';
import { jsonOf } from '../../road/answer.ts';
import { perform } from '../../road/perform.ts';
import { openPool } from '../pool.ts';
import { inTransaction } from '../transaction.ts';
import { openYear } from './series.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service.close());

test('whoever finds a year opened while he waited for the head begins again, and waits for no counter out of turn', async () => {
  const { world, live } = service;
  const books = booksOf(service);
  await books.company();
  await books.finalized(books.invoice(await books.contact()));
  const series = { test: false, prefix: 'F', year: 2026 };
  const late = inTransaction(world.pool, live, async (tx) => ({
    commit: true,
    answer: await openYear(tx, [], series),
  }));
  await assert.rejects(late, { code: '40001' });
});

test('many first documents of a year at once all get their numbers', async () => {
  const books = booksOf(service);
  const customer = await books.contact();
  const drafts = await Promise.all(Array.from({ length: 30 }, () => books.estimate(customer)));
  const numbers = await Promise.all(drafts.map(async (draft) => (await books.finalized(draft)).number));
  const expected = drafts.map((_, at) => `D-2026-${String(at + 1).padStart(4, '0')}`);
  assert.deepEqual(numbers.toSorted(), expected);
});

test('what was foreseen on a chain to which another process has appended meanwhile is not taken: it is decided again, and no number is lost', async () => {
  const { world, live } = service;
  const books = booksOf(service);
  const customer = await books.contact();
  const [first, second, third, fourth] = (await Promise.all(
    Array.from({ length: 4 }, async () => (await books.invoice(customer)).id as string),
  )) as [string, string, string, string];
  const counterOf = (number: string): number => Number(number.slice(-4));
  const before = counterOf((await books.done('finalize-billing', first)).number);
  // Another process of the service knows nothing of what this one foresees.
  const other = openPool(service.database.serving, { size: 1 });
  try {
    const asked = { parts: { path: { id: second }, query: {}, body: {} }, language: 'fr' } as const;
    const answer = await perform({ ...world, pool: other }, operationNamed('finalize-billing'), live, asked);
    assert.ok('status' in answer);
    assert.equal(counterOf(JSON.parse(String(jsonOf(answer))).number), before + 1);
  } finally {
    await other.end();
  }

  const finalizing = (id: string, foresees: boolean) =>
    inTransaction(world.pool, { ...live, foresees }, async (tx) => {
      const context: Context = {
        ...{ ...world.surroundings, ...live, tx, now: world.now(), realNow: world.now(), newId: world.newId },
        language: 'fr',
      };
      return { commit: true, answer: (await finalizeBilling.run(context, { id })) as { body: { number: string } } };
    });
  // Left to itself, the first try fails as PostgreSQL does where a transaction has to begin again; every request does.
  await assert.rejects(finalizing(third, true), { code: '40001' });
  assert.equal(counterOf((await books.done('finalize-billing', third)).number), before + 2);
  assert.equal(counterOf((await finalizing(fourth, false)).body.number), before + 3);
});
