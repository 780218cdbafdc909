import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Family } from '../../domain/billing/document/family.ts';
import { openTelling } from '../../store/events/telling.ts';
import { lockHead } from '../../store/proof/audit-chain.ts';
import { type ChainTurn, chainOf, openChainTurns } from '../../store/proof/chain-turns.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Context } from '../context.ts';
import { holdChain } from './hold-chain.ts';

const accountId = '01890a5d-ac96-774b-bcce-b302099a8057';
const family = { asked: { document: { id: accountId, test: false } } } as unknown as Family;
const head = { seq: 7, hash: Buffer.alloc(32, 7), keyId: '', at: 0, databaseNow: 0, year: null };

/** A transaction that is given the head of the chain at once, and one of its process that has the turn there. */
async function beside() {
  const chains = openChainTurns();
  const other = (await chains.take(chainOf(accountId, false))) as ChainTurn;
  const overs: ((committed: boolean) => void)[] = [];
  const tx: Tx = {
    ...{ accountId, test: false, foresees: true, chains },
    read: async () => [head] as never[],
    write: () => {},
    afterCommit: () => {},
    whenOver: (then) => void overs.push(then),
    heads: new Set(),
    standing: new Map(),
    telling: openTelling(),
  };
  const holding = () => holdChain({ tx, now: 0 } as Context, family, {}, { free: undefined, databaseNow: 0 });
  return { tx, other, holding };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  void promise.then(() => {
    pending = false;
  });
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  return pending;
}

test('who has told the chain something already, and so has its lock, waits for nobody who waits for that', async () => {
  const { tx, other, holding } = await beside();
  await lockHead(tx, false);
  const held = holding();
  assert.equal(await isPending(held), false);
  assert.equal((await held).head?.seq, 7);
  other.over(true);
});

test('control: who has not waits for his turn', async () => {
  const { other, holding } = await beside();
  const held = holding();
  assert.equal(await isPending(held), true);
  other.over(true);
  assert.equal((await held).head?.seq, 7);
});

test('who holds a chain twice in one transaction, which another foresees from what it left, does not wait for that other: he waits for its end', async () => {
  const { tx, other, holding } = await beside();
  other.over(true);
  const first = await holding();
  first.turn?.leave({ head, counters: new Map() });
  const next = (await tx.chains.take(chainOf(accountId, false))) as ChainTurn;
  assert.equal(next.found?.head.seq, 7);
  const again = holding();
  assert.equal(await isPending(again), false);
  assert.equal((await again).head?.seq, 7);
  next.over(false);
});
