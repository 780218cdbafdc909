import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import type { Lane } from '../../src/domain/work/lane.ts';
import { chore, planChores } from '../../src/jobs/chore.ts';
import type { Job, Turn } from '../../src/jobs/job.ts';
import { workOff } from '../../src/jobs/work-off.ts';
import { type TestService, testService } from '../support/service-to-call.ts';
import { acrossAccounts } from '../webhooks/across-accounts.ts';
import { until } from '../webhooks/delivering.ts';

const HOUR = 3_600;
const LEASE = 120;
const laneOf = (name: string): Lane => ({
  ...{ name, places: { inAll: 1, account: 1, share: 1 } },
  ...{ leaseSeconds: LEASE, endingMs: 100, lateSeconds: HOUR },
});

let service: TestService;
let above: Awaited<ReturnType<typeof acrossAccounts>>;
before(async () => {
  service = await testService();
  above = await acrossAccounts(service.database);
});
after(async () => {
  await above.close();
  await service.close();
});

/** Processes that do these jobs, each its own list. */
async function processes(...lists: (readonly Job[])[]) {
  const log = pino({ level: 'silent' });
  const workers: ReturnType<typeof workOff>[] = [];
  for (const jobs of lists) {
    await planChores(service.world, jobs);
    workers.push(workOff(service.world, log, { connection: service.database.serving, jobs, pollMs: 20 }));
  }
  return { stop: () => Promise.all(workers.map((worker) => worker.stop())) };
}
const rowOf = async (lane: string) => (await above.query('select * from billing.job where lane = $1', [lane]))[0];
const settled = (lane: string) => until('it is settled', async () => (await rowOf(lane))?.leased_until === null);

test('a chore is done by one of two processes: at once the first time, then each time it is due, and no sooner after a restart', async () => {
  const lane = laneOf('dusting');
  const done: number[] = [];
  const job = () => chore(lane, HOUR, async () => void done.push(service.clock.now));
  const began = service.clock.now;
  const two = await processes([job()], [job()]);
  for (let hour = 1; hour <= 4; hour++) {
    await until(`hour ${hour}`, () => done.length === hour);
    await settled('dusting');
    await wait(60);
    service.clock.now += HOUR;
  }
  await until('the fifth', () => done.length === 5);
  await settled('dusting');
  await two.stop();
  assert.deepEqual(
    done,
    [0, 1, 2, 3, 4].map((hours) => began + hours * HOUR),
  );
  const again = await processes([job()]);
  await wait(200);
  await again.stop();
  assert.equal(done.length, 5, 'a process that starts does not begin it anew');
});

test('a chore that fails is kept as a try and comes again: after 30 s, a minute, five; one success, and it is as before', async () => {
  const lane = laneOf('mending');
  let fails = true;
  let runs = 0;
  const job = chore(lane, HOUR, async () => {
    runs++;
    if (fails) throw new Error('no thread');
  });
  const one = await processes([job]);
  const waits: number[] = [];
  for (let time = 1; time <= 3; time++) {
    await until(`failure ${time}`, async () => (await rowOf('mending'))?.tried === time);
    const { due_at } = await rowOf('mending');
    waits.push(due_at - service.clock.now);
    service.clock.now = Number(due_at);
  }
  fails = false;
  await until('the success', async () => (await rowOf('mending'))?.tried === 0);
  await one.stop();
  for (const [at, seconds] of [30, 60, 300].entries())
    assert.ok(Math.abs((waits[at] as number) - seconds) <= seconds / 5, waits.join());
  assert.equal(runs, 4);
  const tries = await above.query(`select n, fault, answer from billing.try where lane = 'mending' order by n`);
  assert.deepEqual(
    tries.map(({ n, fault, answer }) => [n, fault, answer]),
    [1, 2, 3].map((n) => [n, 'failed', 'no thread']),
  );
});

/** A chore that lasts until it is let go, by two processes; what each of them heard. */
async function longChore(name: string) {
  const turns: Turn[] = [];
  const letGo: (() => void)[] = [];
  const job = () =>
    chore(laneOf(name), HOUR, (turn) => {
      turns.push(turn);
      return new Promise<void>((resolve) => letGo.push(resolve));
    });
  return { two: await processes([job()], [job()]), turns, letGo };
}

test('what takes five times as long as its lease is held on, and no other process begins it', async () => {
  const { two, turns, letGo } = await longChore('painting');
  await until('it to begin', () => turns.length === 1);
  for (let half = 0; half < 10; half++) {
    const { leased_until } = await rowOf('painting');
    service.clock.now += LEASE / 2 + 1;
    await until('it to be held on', async () => (await rowOf('painting')).leased_until > leased_until);
  }
  assert.equal(turns.length, 1);
  assert.equal(turns[0]?.signal.aborted, false);
  letGo[0]?.();
  await settled('painting');
  await two.stop();
  assert.equal((await rowOf('painting')).claim, 1);
});

test('control: whoever slept through his lease loses it to another, hears of it, and says nothing that counts', async () => {
  const { two, turns, letGo } = await longChore('sleeping');
  await until('it to begin', () => turns.length === 1);
  // As if another process had claimed it, long ago and for long.
  const other = `update billing.job set claim = claim + 1, leased_until = leased_until + 3600 where lane = 'sleeping'`;
  await above.query(other);
  service.clock.now += LEASE;
  await until('him to hear of it', () => turns[0]?.signal.aborted === true);
  const before = await rowOf('sleeping');
  letGo[0]?.();
  await wait(200);
  assert.deepEqual(await rowOf('sleeping'), before);
  await two.stop();
});
