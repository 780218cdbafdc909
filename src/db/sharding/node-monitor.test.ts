import assert from 'node:assert/strict';
import { test } from 'vitest';
import { NodeUnreachable, openNodeMonitor } from './node-monitor.ts';

/** Accounts a… are on node A, b… on B. `look` runs the next check of every node in use. */
function ground() {
  const dead = new Set<string>();
  const reached: string[] = [];
  let time = 0;
  let planned: (() => void)[] = [];
  const asked: string[] = [];
  const letGo: string[] = [];
  const busy = { whileReachedFor: () => {} };
  const watch = openNodeMonitor({
    nodeOf: async (account) => {
      asked.push(account);
      return account === 'nowhere' ? undefined : account.charAt(0).toUpperCase();
    },
    all: async () => ['A', 'B'],
    answers: async (node) => {
      reached.push(node);
      busy.whileReachedFor();
      return !dead.has(node);
    },
    letGo: async (pid, silent) => void letGo.push(`${pid} but at ${silent}`),
    now: () => time,
    later: (work) => void planned.push(work),
  });
  const look = async () => {
    time += 1_000;
    for (const work of planned.splice(0)) work();
    // Waits until all started work has finished; none of it waits for outside events.
    await new Promise(setImmediate);
  };
  return {
    watch,
    dead,
    reached,
    asked,
    letGo,
    busy,
    look,
    planned: () => planned.length,
    pass: (ms: number) => (time += ms),
  };
}

test('connections to an unresponsive node are cut and new ones refused, while other nodes keep working', async () => {
  const { watch, dead, look } = ground();
  let cut = 0;
  const stuck = await watch.enter('a1');
  stuck.holds({ pid: () => 1, cut: () => (cut += 1) });
  const late = await watch.enter('a2');
  const other = await watch.enter('b1');
  other.holds({ pid: () => 2, cut: () => assert.fail('a connection to another node was cut') });
  dead.add('A');
  await look();
  assert.equal(cut, 1);
  await assert.rejects(watch.enter('a3'), NodeUnreachable);
  assert.throws(() => late.holds({ pid: () => 3, cut: () => {} }), NodeUnreachable);
  (await watch.enter('b2')).leave(true);

  dead.clear();
  await look();
  (await watch.enter('a3')).leave(true);
});

test('control: connections to a responsive node are not cut, however long their statement takes', async () => {
  const { watch, reached, look } = ground();
  const slow = await watch.enter('a1');
  slow.holds({ pid: () => 1, cut: () => assert.fail('a connection to a responsive node was cut') });
  for (let looks = 0; looks < 3; looks++) await look();
  assert.deepEqual(reached, ['A', 'A', 'A']);
  (await watch.enter('a2')).leave(true);
});

test('a node on which a statement completes is not probed, and neither is an unused one', async () => {
  const { watch, reached, look, planned } = ground();
  const long = await watch.enter('a1');
  for (let looks = 0; looks < 3; looks++) {
    (await watch.enter('a2')).leave(true);
    await look();
  }
  assert.deepEqual(reached, []);
  long.leave(true);
  await look();
  assert.equal(planned(), 0);
});

test('the coordinator is asked once for the node of an account, and again after a minute; an unknown account passes', async () => {
  const { watch, asked, pass } = ground();
  for (let times = 0; times < 3; times++) (await watch.enter('a1')).leave(true);
  pass(60_000);
  (await watch.enter('a1')).leave(true);
  assert.deepEqual(asked, ['a1', 'a1']);
  (await watch.enter('nowhere')).leave(true);
});

test('a query over all nodes is cut if one is silent, and frees the others; control: one on a single node holds no other', async () => {
  const { watch, dead, letGo, look } = ground();
  const cut: string[] = [];
  const [turn, alone] = [await watch.enterAll(), await watch.enter('a1')];
  turn.holds({ pid: () => 7, cut: () => cut.push('turn') });
  alone.holds({ pid: () => 8, cut: () => cut.push('alone') });
  dead.add('A');
  await look();
  assert.deepEqual(cut.toSorted(), ['alone', 'turn']);
  assert.deepEqual(letGo, ['7 but at A']);
  await assert.rejects(watch.enterAll(), NodeUnreachable);
  await assert.rejects(watch.enter('b1', 'a1'), NodeUnreachable);
  (await watch.enter('b1', 'b2')).leave(true);
});

test('abandoned connections to a silent node, one each second, do not hide it; control: answered ones do', async () => {
  for (const answered of [false, true]) {
    const { watch, dead, look } = ground();
    let cut = 0;
    (await watch.enter('a1')).holds({ pid: () => 1, cut: () => (cut += 1) });
    dead.add('A');
    for (let looks = 0; looks < 3; looks++) {
      await watch.enter('a2').then(
        (visit) => visit.leave(answered),
        () => {},
      );
      await look();
    }
    assert.equal(cut > 0, !answered);
  }
});

test('a busy node that refuses connections but answers a query is not silent; control: one that answers none is', async () => {
  for (const answered of [true, false]) {
    const { watch, dead, busy, look } = ground();
    let cut = 0;
    const [slow, quick] = [await watch.enter('a1'), await watch.enter('a2')];
    slow.holds({ pid: () => 1, cut: () => (cut += 1) });
    dead.add('A');
    busy.whileReachedFor = () => quick.leave(answered);
    await look();
    assert.equal(cut, answered ? 0 : 1);
  }
});

test('a query over responsive nodes is cut if one falls silent after the check, and does not wait for known silent ones', async () => {
  const { watch, dead, look, letGo } = ground();
  dead.add('A');
  const first = await watch.enterAll();
  first.holds({ pid: () => 1, cut: () => first.leave(false) });
  await look();
  await assert.rejects(watch.enterAll(), NodeUnreachable);

  let cut = 0;
  const turn = await watch.enterAnswering();
  turn.holds({ pid: () => 2, cut: () => (cut += 1) });
  await look();
  assert.equal(cut, 0, 'the query skipped the node that was known to be silent');
  dead.add('B');
  await look();
  assert.equal(cut, 1);
  assert.deepEqual(letGo, ['1 but at A', '2 but at B']);
});
