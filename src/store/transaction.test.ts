import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '../../test/support/service-to-call.ts';
import { inTransaction, sql } from './transaction.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service.close());

const FAIL = sql`select 1 / 0`;
const ONE = sql`select 1 as one`;

test('of two reads sent together that both fail, the second is not left to end the process', async () => {
  const { world, live } = service;
  const both = inTransaction(world.pool, live, async (tx) => {
    const first = tx.read(FAIL);
    const second = tx.read(ONE);
    await first;
    return { commit: true, answer: await second };
  });
  await assert.rejects(both, { code: '22012' });
});

test('a write that fails is what the transaction fails by, not the read that comes after it in vain', async () => {
  const { world, live } = service;
  const written = inTransaction(world.pool, live, async (tx) => {
    tx.write(FAIL);
    return { commit: true, answer: await tx.read(ONE) };
  });
  // A deadlock, too, is told this way, and only then is the request tried again.
  await assert.rejects(written, { code: '22012' });
});

test('a guard that answers stops two reads sent together, and leaves neither to end the process', async () => {
  const { world, live } = service;
  const answer = await inTransaction<string>(
    world.pool,
    live,
    async (tx) => {
      const first = tx.read(ONE);
      const second = tx.read(ONE);
      await first;
      return { commit: true, answer: `work ${(await second).length}` };
    },
    { ask: async () => 'guard' },
  );
  assert.equal(answer, 'guard');
});
