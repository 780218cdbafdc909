import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeSilent, openNodeWatch } from './node-watch.ts';

/** Accounts a… are on the node A, b… on B. `look` is the time of the next look at every node somebody is at. */
function ground() {
  const dead = new Set<string>();
  const reached: string[] = [];
  let time = 0;
  let planned: (() => void)[] = [];
  const asked: string[] = [];
  const watch = openNodeWatch({
    nodeOf: async (account) => {
      asked.push(account);
      return account === 'nowhere' ? undefined : account.charAt(0).toUpperCase();
    },
    answers: async (node) => {
      reached.push(node);
      return !dead.has(node);
    },
    now: () => time,
    later: (work) => void planned.push(work),
  });
  const look = async () => {
    time += 1_000;
    for (const work of planned.splice(0)) work();
    // Until all that was begun has ended: nothing in it waits for anything outside.
    await new Promise(setImmediate);
  };
  return { watch, dead, reached, asked, look, planned: () => planned.length, pass: (ms: number) => (time += ms) };
}

test('whoever is at a node that fell silent is cut off, whoever comes is refused, and those of other nodes go on', async () => {
  const { watch, dead, look } = ground();
  let cut = 0;
  const stuck = await watch.enter('a1');
  stuck.holds(() => (cut += 1));
  const late = await watch.enter('a2');
  const other = await watch.enter('b1');
  other.holds(() => assert.fail('an account of another node was cut off'));
  dead.add('A');
  await look();
  assert.equal(cut, 1);
  await assert.rejects(watch.enter('a3'), NodeSilent);
  assert.throws(() => late.holds(() => {}), NodeSilent);
  (await watch.enter('b2')).leave();

  dead.clear();
  await look();
  (await watch.enter('a3')).leave();
});

test('control: a node that answers is reached for and nobody is cut off, however long his statement takes', async () => {
  const { watch, reached, look } = ground();
  const slow = await watch.enter('a1');
  slow.holds(() => assert.fail('whose node answers was cut off'));
  for (let looks = 0; looks < 3; looks++) await look();
  assert.deepEqual(reached, ['A', 'A', 'A']);
  (await watch.enter('a2')).leave();
});

test('a node at which somebody ends is not reached for, and one nobody is at is not looked at', async () => {
  const { watch, reached, look, planned } = ground();
  const long = await watch.enter('a1');
  for (let looks = 0; looks < 3; looks++) {
    (await watch.enter('a2')).leave();
    await look();
  }
  assert.deepEqual(reached, []);
  long.leave();
  await look();
  assert.equal(planned(), 0);
});

test('the entry is asked once where an account is, and again after a minute; one that is nowhere is let pass', async () => {
  const { watch, asked, pass } = ground();
  for (let times = 0; times < 3; times++) (await watch.enter('a1')).leave();
  pass(60_000);
  (await watch.enter('a1')).leave();
  assert.deepEqual(asked, ['a1', 'a1']);
  (await watch.enter('nowhere')).leave();
});
