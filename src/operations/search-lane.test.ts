import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type pg from 'pg';
import { testService } from '../../test/support/service-to-call.ts';
import { inSearchLane, SEARCHES_OF_ACCOUNT_MAX } from './search-lane.ts';

/** A search that lasts until it is ended. */
function searching(pool: pg.Pool, accountId: string) {
  let hasBegun = false;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const answer = inSearchLane(pool, accountId, () => {
    hasBegun = true;
    return promise;
  });
  answer.catch(() => {});
  return { hasBegun: () => hasBegun, end: () => resolve(accountId), fail: () => reject(new Error('lost')), answer };
}

const newPool = () => ({}) as pg.Pool;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('of one account two searches run at a time, and the next begin in the order they came', async () => {
  const pool = newPool();
  const searches = Array.from({ length: 5 }, () => searching(pool, 'a'));
  const begun = () => searches.map(({ hasBegun }) => hasBegun());
  await settled();
  assert.equal(SEARCHES_OF_ACCOUNT_MAX, 2);
  assert.deepEqual(begun(), [true, true, false, false, false]);
  searches[1]?.end();
  await settled();
  assert.deepEqual(begun(), [true, true, true, false, false]);
  for (const { end, answer } of searches) {
    end();
    assert.equal(await answer, 'a');
  }
  assert.deepEqual(begun(), [true, true, true, true, true]);
});

test('another account does not wait for them, but all together use half of the connections', async () => {
  const pool = newPool();
  const searches = ['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((account) => searching(pool, account));
  const begun = () => searches.map(({ hasBegun }) => hasBegun());
  await settled();
  assert.deepEqual(begun(), [true, true, false, true, true, true, false]);
  searches[3]?.end();
  await settled();
  // The third of `a` still has two before it: `d` is next.
  assert.deepEqual(begun(), [true, true, false, true, true, true, true]);
  for (const { end } of searches) end();
  await Promise.all(searches.map(({ answer }) => answer));
});

test('a search that fails leaves its place', async () => {
  const pool = newPool();
  const [first, , third] = [searching(pool, 'a'), searching(pool, 'a'), searching(pool, 'a')];
  first.fail();
  await assert.rejects(first.answer, /lost/);
  await settled();
  assert.equal(third.hasBegun(), true);
});

test('a search that waited five seconds gives up, as PostgreSQL does without connections; its place goes to another', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const pool = newPool();
    const [first, , third] = [searching(pool, 'a'), searching(pool, 'a'), searching(pool, 'a')];
    mock.timers.tick(4_000);
    const fourth = searching(pool, 'a');
    mock.timers.tick(1_000);
    await assert.rejects(third.answer, { code: '53300' });
    first.end();
    await settled();
    assert.deepEqual([third.hasBegun(), fourth.hasBegun()], [false, true]);
    mock.timers.tick(10_000);
    fourth.end();
    assert.equal(await fourth.answer, 'a');
  } finally {
    mock.timers.reset();
  }
});

test('twenty searches at once open two connections; as many lists open more', async () => {
  const service = await testService();
  try {
    const twenty = async (query: object): Promise<number> => {
      const answers = Array.from({ length: 20 }, () => service.call('get-products', { query: { ...query } }));
      for (const { refused } of await Promise.all(answers)) assert.equal(refused, undefined);
      return service.world.pool.totalCount;
    };
    assert.equal(await twenty({ search: 'e' }), SEARCHES_OF_ACCOUNT_MAX);
    assert.ok((await twenty({})) > SEARCHES_OF_ACCOUNT_MAX);
  } finally {
    await service.close();
  }
});
