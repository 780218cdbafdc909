import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { openPool } from '../../src/db/connections/pool.ts';
import {
  claimJobs,
  enqueueDueJobs,
  type LeasedJob,
  NO_ACCOUNT_SCOPE,
  type QueueCursor,
  queueBacklog,
  settleJob,
} from '../../src/db/job-queue.ts';
import { setAccount } from '../../src/db/row-security.ts';
import { NodeUnreachable } from '../../src/db/sharding/node-monitor.ts';
import { limitToAccounts } from '../../src/db/sharding/reachable-jobs.ts';
import { enableSharding } from '../../src/db/sharding/sharded-pools.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { lanes } from '../../src/domain/queue/queues.ts';
import { capacityOf, type Track } from '../../src/queue/capacity.ts';
import { claimOnReachableNodes } from '../../src/queue/claim-reachable-nodes.ts';
import type { Job } from '../../src/queue/job.ts';
import { renewLeases } from '../../src/queue/renew-leases.ts';
import { seedOf } from '../support/runner/seeded-random.ts';
import { until } from '../support/runner/wait-until.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';
import { simulateQueue } from './queue-simulation.ts';

// Long form: QUEUE_STEPS=20000 npm test test/jobs/queue.test.ts. A failure prints its QUEUE_SEED.

const STEPS = Number(process.env.QUEUE_STEPS ?? 700);
const seed = seedOf('QUEUE_SEED');
const ROUNDS_MAX = 20;
const ALL_GUARDS = { wakes: true, saysItsClaim: true };
const GOOD = { heldTwice: 0, doneTwice: 0, neverDone: 0, tooMany: 0, strangersTaken: 0 };
const NOW = 1_000_000;

let service: TestService;
let above: Awaited<ReturnType<typeof superuserQuery>>;
beforeAll(async () => {
  service = await testService();
  above = await superuserQuery(service.database);
});
afterAll(async () => {
  await above.close();
  await service.close();
});

test(`${STEPS} random steps of four workers lose no job, run none twice at once, and finish none twice`, async () => {
  const { queued, ...report } = await simulateQueue(service, { seed, steps: STEPS, guards: ALL_GUARDS });
  console.log(`QUEUE_SEED=${seed}: ${queued} jobs`);
  assert.deepEqual(report, GOOD, `QUEUE_SEED=${seed}`);
  assert.ok(queued > STEPS / 5);
});

test('control: without lease expiry a job is lost', async () => {
  const guards = { ...ALL_GUARDS, wakes: false };
  const report = await simulateQueue(service, { seed, steps: STEPS, guards });
  assert.ok(report.neverDone > 0, `QUEUE_SEED=${seed} ${JSON.stringify(report)}`);
});

test('control: without a claim number a worker that lost its lease finishes the job of another', async () => {
  const guards = { ...ALL_GUARDS, saysItsClaim: false };
  let taken = 0;
  // Every event must occur in each run; otherwise other runs are drawn.
  for (let round = 0; taken === 0 && round < ROUNDS_MAX; round++)
    taken = (await simulateQueue(service, { seed: seed + round, steps: STEPS, guards })).strangersTaken;
  assert.ok(taken > 0, `QUEUE_SEED=${seed}`);
});

/** Queues due jobs with the account as concurrency key. */
const queue = (accountId: string, lane: string, many: number): Promise<unknown> =>
  above.query(
    `insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
     select $1, gen_random_uuid(), $2, $1, false, $3, true from generate_series(1, $4)`,
    [accountId, lane, NOW, many],
  );

/**
 * Claims and runs jobs one by one until those of `others` are done; returns the number of claims.
 */
async function claimsUntilDone(lane: string, others: ReadonlySet<string>, given: { goesOn: boolean }): Promise<number> {
  const left = new Set(others);
  let past: QueueCursor | undefined;
  for (let claims = 1; ; claims++) {
    const [job] = await inTransaction(service.services.pool, NO_ACCOUNT_SCOPE, async (tx) => ({
      commit: true,
      answer: await claimJobs(tx, {
        ...{ lane, troubled: false, now: NOW, leaseSeconds: 60, room: 1, perAccount: 1, perShare: 1, past },
        ...{ busyAccounts: new Map(), busyShares: new Map() },
      }),
    }));
    if (given.goesOn) past = job;
    if (!job) continue;
    left.delete(job.accountId);
    await inTransaction(service.services.pool, job, async (tx) => ({
      commit: true,
      answer: await settleJob(tx, job, {}),
    }));
    if (left.size === 0 || claims > 80) return claims;
  }
}

test('an account with 100 jobs delays none of four with one each; control: it does without round-robin claims', async () => {
  for (const [lane, goesOn] of [
    ['fair', true],
    ['unfair', false],
  ] as const) {
    // The first by name has the most jobs.
    const [busy, ...others] = Array.from({ length: 5 }, () => randomUUID()).toSorted() as [string, ...string[]];
    await queue(busy, lane, 100);
    for (const other of others) await queue(other, lane, 1);
    const claims = await claimsUntilDone(lane, new Set(others), { goesOn });
    if (goesOn) assert.ok(claims <= 6, `${claims} claims`);
    else assert.ok(claims > 80, `${claims} claims`);
  }
});

test('the number of due jobs and the age of the oldest are measured per queue', async () => {
  const before = (await queueBacklog(service.services.pool, NOW)).find(({ lane }) => lane === 'watched');
  assert.equal(before, undefined);
  await queue(randomUUID(), 'watched', 3);
  const due = async (now: number) =>
    (await queueBacklog(service.services.pool, now)).find(({ lane }) => lane === 'watched');
  assert.deepEqual(await due(NOW + 40), { lane: 'watched', jobs: 3, oldestDueAt: NOW });
  assert.equal(await due(NOW - 1), undefined, 'what is not due yet is not late');
});

test('with a filter, only jobs of reachable accounts are woken and claimed; control: without it, all are', async () => {
  const [near, far] = [randomUUID(), randomUUID()];
  for (const account of [near, far]) {
    await queue(account, 'reached', 1);
    await queue(account, 'slept', 1);
  }
  await above.query("update billing.job set ready = false where lane = 'slept'");
  const claimed = (reach: string[] | undefined) =>
    inTransaction(service.services.pool, NO_ACCOUNT_SCOPE, async (tx) => {
      if (reach) limitToAccounts(tx, reach);
      enqueueDueJobs(tx, NOW);
      const said = {
        troubled: false,
        now: NOW,
        leaseSeconds: 60,
        room: 9,
        perAccount: 9,
        perShare: 9,
        past: undefined,
      };
      const busy = { busyAccounts: new Map(), busyShares: new Map() };
      const jobs = [];
      for (const lane of ['reached', 'slept']) jobs.push(...(await claimJobs(tx, { lane, ...said, ...busy })));
      return { commit: false, answer: jobs.map(({ accountId }) => accountId) };
    });
  assert.deepEqual(await claimed([near]), [near, near]);
  assert.deepEqual(await claimed([]), []);
  assert.deepEqual((await claimed(undefined)).toSorted(), [near, near, far, far].toSorted());
});

/**
 * Simulates which accounts' nodes are reachable, and whether all are; without a value the query
 * fails.
 */
const nodesSay = (said?: { isWhole: boolean; reach: string[] }) =>
  above.query(`create or replace function billing.work_in_reach(lanes text[], now bigint, past_account uuid, asked uuid[])
    returns table (is_whole boolean, is_all boolean, due uuid[], reached uuid[]) language plpgsql as $$
    declare reach constant uuid[] := '{${said?.reach.join(',') ?? ''}}';
    begin
      if ${!said} then raise 'nodes were asked'; end if;
      return query select ${said?.isWhole ?? false}, true, reach, array(select a from unnest(asked) a where a = any(reach));
    end $$`);

test('a silent node costs other accounts no lease; control: its own leases are not renewed', async () => {
  const [near, far] = [randomUUID(), randomUUID()];
  const pool = openPool(service.database.serving);
  const visit = { holds: () => {}, leave: () => {} };
  const enter = async (...accounts: readonly string[]) => {
    if (accounts.includes(far)) throw new NodeUnreachable('far');
    return visit;
  };
  enableSharding(pool, { enter, enterAll: async () => visit, enterAnswering: async () => visit });
  const lane = { ...lanes.mail, name: 'held_apart' as never };
  for (const account of [near, far]) await queue(account, lane.name, 1);
  const held = await inTransaction(service.services.pool, NO_ACCOUNT_SCOPE, async (tx) => ({
    commit: true,
    answer: await claimJobs(tx, {
      ...{ lane: lane.name, troubled: false, now: NOW, leaseSeconds: 1, room: 2, perAccount: 1, perShare: 1 },
      ...{ busyAccounts: new Map(), busyShares: new Map(), past: undefined },
    }),
  }));
  const entries = held.map((each) => ({
    ...{ job: { lane, run: async () => undefined }, track: {} as Track, held: each, heldUntil: NOW + 1 },
    ...{ end: () => assert.fail('a run was ended'), signal: () => new AbortController().signal },
  }));
  const log = { warn: (_: unknown, text: string) => assert.fail(text) } as unknown as Logger;
  const heldUntil = (account: string) => entries.find((entry) => entry.held.accountId === account)?.heldUntil;
  const keeping = renewLeases({ ...service.services, pool, now: () => NOW }, log, () => entries);
  try {
    await until('the other to be held on', () => heldUntil(near) === NOW + lane.leaseSeconds);
    assert.equal(heldUntil(far), NOW + 1);
  } finally {
    await keeping.stop();
    await pool.end();
  }
});

/**
 * Cycles on a queue of two accounts after the first one fails; returns claims and rest by account.
 */
async function turnsAfterFailure({ isSharded }: { isSharded: boolean }) {
  const lane = isSharded ? 'turned_parted' : 'turned_whole';
  const [near, far] = [randomUUID(), randomUUID()];
  const pool = openPool(service.database.serving);
  const visit = async () => ({ holds: () => {}, leave: () => {} });
  if (isSharded) enableSharding(pool, { enter: visit, enterAll: visit, enterAnswering: visit });
  const said: string[] = [];
  const tell = (_: unknown, text?: string) => void said.push(String(text ?? _));
  const log = { warn: tell, info: tell } as unknown as Logger;
  let fails = true;
  const job: Job = {
    lane: { ...lanes.mail, name: lane as never },
    run: async () => undefined,
    claim: (tx, claim) => (fails ? Promise.reject(new Error('a node is away')) : claimJobs(tx, claim)),
    settle: async (tx, settled) => {
      for (const { job: held, ...became } of settled) {
        for (const statement of setAccount(held)) tx.write(statement);
        await settleJob(tx, held, became);
      }
    },
  };
  const turns = claimOnReachableNodes({ ...service.services, pool, now: () => NOW }, log, { chance: () => 0 });
  const take = async (settled: LeasedJob[] = []) => {
    const [track] = capacityOf([job]);
    const asked = { tracks: [track as Track], wake: false, busy: () => NONE_BUSY };
    const became = settled.map((held) => ({ job, settled: { job: held } }));
    const { claimed, left } = await turns.take({ ...asked, settled: became }, () => [near, far]);
    return { held: claimed.flatMap(({ held }) => held), left: left.map(({ settled: { job: of } }) => of.accountId) };
  };
  const waiting = async () =>
    (await above.query('select account_id from billing.job where lane = $1', [lane])).map((row) => row.account_id);
  try {
    for (const account of [near, far]) await queue(account, lane, 1);
    await assert.rejects(take(), /a node is away/);
    fails = false;
    await nodesSay({ isWhole: false, reach: [near] });
    const beside = await take();
    const reached = [near, far].map(turns.isReached);
    await above.query('update billing.job set ready = true, leased_until = null where account_id = $1', [far]);
    const strange = { ...beside.held[0], accountId: far } as LeasedJob;
    const after = await take([...beside.held.filter(({ accountId }) => accountId === near), strange]);
    const stays = await waiting();
    await nodesSay({ isWhole: true, reach: [near, far] });
    const whole = await take();
    await nodesSay();
    const again = await take();
    const accounts = (held: readonly LeasedJob[]) => held.map(({ accountId }) => (accountId === near ? 'near' : 'far'));
    return {
      ...{ beside: accounts(beside.held), reached, left: after.left.length, stays: stays.includes(far), said },
      ...{ settled: !stays.includes(near), whole: accounts(whole.held), again: again.held.length },
    };
  } finally {
    await pool.end();
  }
}

const NONE_BUSY = { busyAccounts: new Map<string, number>(), busyShares: new Map<string, number>() };

test('with a node down, workers serve reachable accounts and keep other results; afterwards they stop probing nodes', async () => {
  assert.deepEqual(await turnsAfterFailure({ isSharded: true }), {
    ...{ beside: ['near'], reached: [true, false], settled: true, left: 1, stays: true, whole: ['far'], again: 0 },
    said: [
      'a database node is unreachable: jobs of accounts on other nodes continue',
      'all database nodes respond again: jobs of all accounts continue',
    ],
  });
});

test('control: with tables on one node a failed cycle is followed by a full one, and no node is probed', async () => {
  const { beside, reached, left, said } = await turnsAfterFailure({ isSharded: false });
  assert.deepEqual([beside.toSorted(), reached, left, said], [['far', 'near'], [true, true], 0, []]);
});

test('the same job in live and test mode can be claimed at once: each is leased and finished separately', async () => {
  const [account, subject] = [randomUUID(), randomUUID()];
  for (const isTest of [true, false])
    await above.query(
      `insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
       values ($1, $2, 'both', $1, $3, $4, true)`,
      [account, subject, isTest, NOW],
    );
  const said = { lane: 'both', troubled: false, now: NOW, leaseSeconds: 60, past: undefined, ...NONE_BUSY };
  const claimed = () =>
    inTransaction(service.services.pool, NO_ACCOUNT_SCOPE, async (tx) => ({
      commit: true,
      answer: await claimJobs(tx, { ...said, room: 2, perAccount: 1, perShare: 1 }),
    }));
  // In one claim or two: the holder of one may take the other, and no other worker may.
  const held = [...(await claimed()), ...(await claimed())];
  assert.deepEqual(held.map((job) => job.test).toSorted(), [false, true]);
  assert.deepEqual(await claimed(), []);
  const [first, second] = held as [LeasedJob, LeasedJob];
  const settled = (job: LeasedJob) =>
    inTransaction(service.services.pool, job, async (tx) => ({ commit: true, answer: await settleJob(tx, job, {}) }));
  assert.deepEqual([await settled(first), await settled(first), await settled(second)], [true, false, true]);
});
