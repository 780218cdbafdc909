import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '../../../test/support/service-to-call.ts';
import { writeCursor } from '../../contract/cursor.ts';
import { inTransaction, sql } from '../transaction.ts';
import type { Filter } from './document-filter.ts';
import { listDocuments } from './document-list.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service.close());

test('a list whose statements fail is a failure of its request, and does not end the process', async () => {
  const { world, live } = service;
  const asked = inTransaction(world.pool, live, async (tx) => {
    const range = { type: 'emittedAt', fromDay: 'no day' } as const;
    return { commit: true, answer: await listDocuments(tx, { range }, { limit: 1, page: 1 }, () => undefined) };
  });
  await assert.rejects(asked, { code: '22007' });
});

test('a forged cursor with a day that PostgreSQL does not know is refused', async () => {
  const cursor = writeCursor({ emittedOn: '0000-01-01', id: '01890a5d-ac96-774b-bcce-b302099a8057' });
  const answer = await service.call('get-billings', { query: { cursor } });
  assert.equal(answer.refused, 'input_invalid');
});

test('filters that callers combine at will leave no statement behind in PostgreSQL', async () => {
  const { world, live } = service;
  const listed = (filter: Filter) =>
    inTransaction(world.pool, live, async (tx) => {
      await listDocuments(tx, filter, { limit: 1, page: 1 }, () => undefined);
      const rows = await tx.read<{ kept: number }>(sql`select count(*) as kept from pg_prepared_statements`);
      return { commit: true, answer: rows[0]?.kept };
    });
  await listed({});
  const usual = await listed({});
  for (const filter of [{ search: 'a' }, { lateOn: '2026-03-02' }, { search: 'a', onlinePayment: true }])
    assert.equal(await listed(filter), usual);
  assert.notEqual(await listed({ kinds: ['invoice'] }), usual);
});
