import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '../../test/support/service-to-call.ts';
import { writeCursor } from '../contract/cursor.ts';
import { listDocuments } from './document-list.ts';
import { inTransaction } from './transaction.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service.close());

test('a list whose statements fail is a failure of its request, and does not end the process', async () => {
  const { world, live } = service;
  const asked = inTransaction(world.pool, live, async (tx) => {
    const range = { type: 'emittedAt', fromDay: 'no day' } as const;
    return { commit: true, answer: await listDocuments(tx, { range }, { limit: 1, page: 1 }) };
  });
  await assert.rejects(asked, { code: '22007' });
});

test('a forged cursor with a day that PostgreSQL does not know is refused', async () => {
  const cursor = writeCursor({ emittedOn: '0000-01-01', id: '01890a5d-ac96-774b-bcce-b302099a8057' });
  const answer = await service.call('get-billings', { query: { cursor } });
  assert.equal(answer.refused, 'input_invalid');
});
