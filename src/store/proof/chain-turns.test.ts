import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChainTurn, type LeftChain, openChainTurns } from './chain-turns.ts';

const left = (seq: number): LeftChain => ({ head: { seq, hash: Buffer.alloc(32, seq) }, counters: new Map() });
const taken = async (turn: Promise<ChainTurn | undefined>): Promise<ChainTurn> => {
  const granted = await turn;
  assert.ok(granted);
  return granted;
};
/** Whether something has come to pass by now, however often whoever waits for it was asked. */
const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  let pending = true;
  promise.then(() => {
    pending = false;
  });
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  return pending;
};

test('whoever is next decides on what the one before leaves, once he has said it and has the lock, and not sooner', async () => {
  const chains = openChainTurns();
  const first = await taken(chains.take('a'));
  assert.equal(first.found, undefined);
  const next = chains.take('a');
  first.leave(left(1));
  assert.equal(first.isAwaited(), true);
  assert.equal(await isPending(next), true);
  first.hasLock();
  const second = await taken(next);
  assert.equal(second.found?.head.seq, 1);
  // The third waits for the second, whatever becomes of the first.
  const third = chains.take('a');
  first.over(true);
  assert.equal(await isPending(third), true);
  second.leave(left(2));
  second.over(true);
  assert.equal((await taken(third)).found?.head.seq, 2);
});

test('a lock that is there before the decision is handed on with it', async () => {
  const chains = openChainTurns();
  const first = chains.takeIfFree('a');
  first?.hasLock();
  const next = chains.take('a');
  assert.equal(await isPending(next), true);
  first?.leave(left(1));
  assert.equal((await taken(next)).found?.head.seq, 1);
});

test('who decides nothing changes nothing, and the next finds what was left before', async () => {
  const chains = openChainTurns();
  const first = await taken(chains.take('a'));
  first.leave(left(1));
  first.over(true);
  const refused = await taken(chains.take('a'));
  refused.over(false);
  assert.equal((await taken(chains.take('a'))).found?.head.seq, 1);
});

test('where what was left did not come to be, nothing is foreseen for a while, and its end is told once', async () => {
  const chains = openChainTurns();
  const first = await taken(chains.take('a'));
  first.leave(left(1));
  first.hasLock();
  const second = await taken(chains.take('a'));
  assert.equal(second.found?.head.seq, 1);
  first.over(false);
  first.over(false);
  assert.equal(chains.isKnown('a'), true, 'the second is under way');
  second.leave(left(2));
  second.over(true);
  assert.equal(chains.isKnown('a'), false);
  assert.equal((await taken(chains.take('a'))).found, undefined);
});

test('who appends without a turn makes the others look again; other chains know nothing of it', async () => {
  const chains = openChainTurns();
  for (const name of ['a', 'b']) {
    const turn = await taken(chains.take(name));
    turn.leave(left(1));
    turn.over(true);
  }
  chains.forget('a');
  assert.equal(chains.isKnown('a'), false);
  assert.equal(chains.isKnown('b'), true);
});

test('who has the lock waits for nobody: where it is another one’s turn, he has none', async () => {
  const chains = openChainTurns();
  const first = await taken(chains.take('a'));
  assert.equal(chains.takeIfFree('a'), undefined);
  first.over(true);
  assert.ok(chains.takeIfFree('a'));
});
