import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { ConcurrencyLimitError, type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts';

const LIMITS = { runningMax: 5, runningPerAccountMax: 2, waitingPerAccountMax: 4, waitMs: 5_000 };
const newLimiter = () => createConcurrencyLimiter('searches', LIMITS);
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that lasts until it is ended. */
function working(limiter: ConcurrencyLimiter, accountId: string, gone?: AbortSignal) {
  let hasBegun = false;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const answer = limiter.run(
    accountId,
    () => {
      hasBegun = true;
      return promise;
    },
    gone && (() => gone),
  );
  answer.catch(() => {});
  return { hasBegun: () => hasBegun, end: () => resolve(accountId), fail: () => reject(new Error('lost')), answer };
}
const refusedFor =
  (reason: ConcurrencyLimitError['reason'], byItself: boolean) =>
  (error: unknown): boolean =>
    error instanceof ConcurrencyLimitError && error.reason === reason && error.byItself === byItself;

test('how long the longest-waiting caller has waited', async () => {
  const limiter = newLimiter();
  const works = Array.from({ length: 3 }, () => working(limiter, 'a'));
  await settled();
  assert.equal(limiter.waiting(), 1);
  const first = limiter.oldestMs();
  await settled();
  assert.ok(first >= 0 && limiter.oldestMs() > first);
  for (const { end, answer } of works) {
    end();
    await answer;
  }
  assert.deepEqual([limiter.waiting(), limiter.oldestMs()], [0, 0]);
});

test('an account runs two tasks at a time, and its next ones start in order of arrival', async () => {
  const limiter = newLimiter();
  const works = Array.from({ length: 5 }, () => working(limiter, 'a'));
  const begun = () => works.map(({ hasBegun }) => hasBegun());
  await settled();
  assert.deepEqual(begun(), [true, true, false, false, false]);
  works[1]?.end();
  await settled();
  assert.deepEqual(begun(), [true, true, true, false, false]);
  for (const { end, answer } of works) {
    end();
    assert.equal(await answer, 'a');
  }
  assert.deepEqual(begun(), [true, true, true, true, true]);
});

test('another account does not wait for them, but all accounts together run at most five', async () => {
  const limiter = newLimiter();
  const works = ['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((account) => working(limiter, account));
  const begun = () => works.map(({ hasBegun }) => hasBegun());
  await settled();
  assert.deepEqual(begun(), [true, true, false, true, true, true, false]);
  works[3]?.end();
  await settled();
  // The third of `a` has two others before it: `d` is next.
  assert.deepEqual(begun(), [true, true, false, true, true, true, true]);
  for (const { end } of works) end();
  await Promise.all(works.map(({ answer }) => answer));
});

test('waiting accounts take turns, however many tasks each of them has queued', async () => {
  const limiter = createConcurrencyLimiter('one', { ...LIMITS, runningMax: 1, waitingPerAccountMax: 10 });
  const order: string[] = [];
  const works = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) =>
    limiter.run(name.slice(0, 1), async () => void order.push(name)),
  );
  await Promise.all(works);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('failed work frees its slot', async () => {
  const limiter = newLimiter();
  const [first, , third] = [working(limiter, 'a'), working(limiter, 'a'), working(limiter, 'a')];
  first.fail();
  await assert.rejects(first.answer, /lost/);
  await settled();
  assert.equal(third.hasBegun(), true);
});

test('after five seconds a waiting caller is refused, with whether its own account is the cause; the slot goes to another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const limiter = newLimiter();
    const [first, , third] = [working(limiter, 'a'), working(limiter, 'a'), working(limiter, 'a')];
    for (const account of ['b', 'b', 'c']) working(limiter, account);
    const stranger = working(limiter, 'd');
    vi.advanceTimersByTime(4_000);
    const fourth = working(limiter, 'a');
    vi.advanceTimersByTime(1_000);
    await assert.rejects(third.answer, refusedFor('time', true));
    await assert.rejects(stranger.answer, refusedFor('time', false));
    first.end();
    await settled();
    assert.deepEqual([third.hasBegun(), fourth.hasBegun()], [false, true]);
    vi.advanceTimersByTime(10_000);
    fourth.end();
    assert.equal(await fourth.answer, 'a');
  } finally {
    vi.useRealTimers();
  }
});

test('an account with four waiting tasks is refused the fifth at once; another account may still wait', async () => {
  const limiter = createConcurrencyLimiter('one', { ...LIMITS, runningMax: 1 });
  const works = Array.from({ length: 5 }, () => working(limiter, 'a'));
  await assert.rejects(working(limiter, 'a').answer, refusedFor('share', true));
  const other = working(limiter, 'b');
  for (const { end } of works) end();
  other.end();
  assert.equal(await other.answer, 'b');
});

test('a queued task whose client has disconnected never starts, and frees its place in the queue', async () => {
  const limiter = createConcurrencyLimiter('one', { ...LIMITS, runningMax: 1, waitingPerAccountMax: 1 });
  const first = working(limiter, 'a');
  const gone = new AbortController();
  const second = working(limiter, 'a', gone.signal);
  gone.abort();
  await assert.rejects(second.answer, refusedFor('gone', false));
  const third = working(limiter, 'a');
  first.end();
  third.end();
  assert.equal(await third.answer, 'a');
  assert.equal(second.hasBegun(), false);
  // A caller that disconnected before it was queued.
  const fourth = working(limiter, 'a');
  await assert.rejects(working(limiter, 'a', gone.signal).answer, refusedFor('gone', false));
  fourth.end();
  await fourth.answer;
});

test('a closed queue refuses waiting and new tasks, and lets running ones finish', async () => {
  const limiter = createConcurrencyLimiter('one', { ...LIMITS, runningMax: 1 });
  const [running, waiting] = [working(limiter, 'a'), working(limiter, 'b')];
  limiter.close();
  await assert.rejects(waiting.answer, refusedFor('closed', false));
  await assert.rejects(working(limiter, 'c').answer, refusedFor('closed', false));
  running.end();
  assert.equal(await running.answer, 'a');
});
