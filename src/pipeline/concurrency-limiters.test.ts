import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testService } from '../../test/support/service/in-process-service.ts';
import { processLimits } from '../limits/process-limits.ts';

test('twenty concurrent searches open two connections; twenty lists open more', async () => {
  const service = await testService();
  try {
    const twenty = async (query: object): Promise<number> => {
      const answers = Array.from({ length: 20 }, () => service.call('get-products', { query: { ...query } }));
      for (const { refused } of await Promise.all(answers)) assert.equal(refused, undefined);
      return service.services.pool.totalCount;
    };
    const { runningPerAccountMax } = processLimits.concurrency.searches;
    assert.equal(await twenty({ search: 'e' }), runningPerAccountMax);
    assert.ok((await twenty({})) > runningPerAccountMax);
  } finally {
    await service.close();
  }
});
