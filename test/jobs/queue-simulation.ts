import { randomUUID } from 'node:crypto';
import {
  claimJobs,
  enqueueDueJobs,
  type LeasedJob,
  NO_ACCOUNT_SCOPE,
  type QueueCursor,
  renewJobs,
  settleJob,
} from '../../src/db/job-queue.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { type Chance, seeded } from '../support/runner/seeded-random.ts';
import type { TestService } from '../support/service/in-process-service.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';

export const LEASE_SECONDS = 30;
const PER_SHARE = 3;
const PER_ACCOUNT = 5;
const ROOM = 8;
const WORKERS = 4;
const LANES = ['red', 'blue', 'green'];
const ACCOUNTS = 5;
const SHARES_EACH = 3;

/** A mechanism to disable, so that a control proves its need. */
export type Guards = { wakes: boolean; saysItsClaim: boolean };
export type Report = {
  queued: number;
  /** Jobs held by two workers at once. */
  heldTwice: number;
  /** Jobs finished more than once, and never. */
  doneTwice: number;
  neverDone: number;
  /** Claims above the limit of a concurrency key or account. */
  tooMany: number;
  /** Accepted results of late or revived workers whose job another worker held. */
  strangersTaken: number;
};

type Worker = { held: Map<string, { job: LeasedJob; until: number }>; past: Map<string, QueueCursor | undefined> };

/**
 * Workers claim, settle, renew, postpone, die and revive in random order on a moved clock; then one
 * finishes the rest. A model that knows each lease checks every rule.
 */
export async function simulateQueue(
  service: TestService,
  { seed, steps, guards }: { seed: number; steps: number; guards: Guards },
): Promise<Report> {
  const chance = seeded(seed);
  const above = await superuserQuery(service.database);
  const { pool } = service.services;
  const shares = Array.from({ length: ACCOUNTS }, () => ({
    accountId: randomUUID(),
    shareIds: Array.from({ length: SHARES_EACH }, () => randomUUID()),
  }));
  const report: Report = { queued: 0, heldTwice: 0, doneTwice: 0, neverDone: 0, tooMany: 0, strangersTaken: 0 };
  const done = new Map<string, number>();
  const workers: Worker[] = Array.from({ length: WORKERS }, () => ({ held: new Map(), past: new Map() }));
  const ghosts: LeasedJob[] = [];
  let now = 1_000_000;

  const queue = async (): Promise<void> => {
    const { accountId, shareIds } = chance.pick(shares);
    const values = [accountId, randomUUID(), chance.pick(LANES), chance.pick(shareIds)];
    const dueAt = now + (chance.chance(70) ? 0 : chance.int(1, 100));
    await above.query(
      `insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready) values ($1, $2, $3, $4, false, $5, $6)`,
      [...values, dueAt, dueAt <= now],
    );
    done.set(values[1] as string, 0);
    report.queued++;
  };

  const holderOf = (subjectId: string): Worker | undefined =>
    workers.find(({ held }) => (held.get(subjectId)?.until ?? 0) > now);

  const claim = async (worker: Worker, lane: string): Promise<number> => {
    const busyAccounts = new Map<string, number>();
    const busyShares = new Map<string, number>();
    const mine = [...worker.held.values()].filter(({ job }) => job.lane === lane);
    for (const { job } of mine) {
      busyAccounts.set(job.accountId, (busyAccounts.get(job.accountId) ?? 0) + 1);
      busyShares.set(job.shareId, (busyShares.get(job.shareId) ?? 0) + 1);
    }
    const asked = { lane, troubled: false, now, leaseSeconds: LEASE_SECONDS, room: Math.max(0, ROOM - mine.length) };
    const claimed = await inTransaction(pool, NO_ACCOUNT_SCOPE, async (tx) => {
      if (guards.wakes) enqueueDueJobs(tx, now);
      const limits = { perAccount: PER_ACCOUNT, perShare: PER_SHARE, busyAccounts, busyShares };
      return { commit: true, answer: await claimJobs(tx, { ...asked, ...limits, past: worker.past.get(lane) }) };
    });
    worker.past.set(lane, claimed.length < asked.room ? undefined : claimed.at(-1));
    for (const job of claimed) {
      if (holderOf(job.subjectId)) report.heldTwice++;
      worker.held.set(job.subjectId, { job, until: now + LEASE_SECONDS });
      busyAccounts.set(job.accountId, (busyAccounts.get(job.accountId) ?? 0) + 1);
      busyShares.set(job.shareId, (busyShares.get(job.shareId) ?? 0) + 1);
    }
    const isTooMany = [...busyAccounts.values()].some((many) => many > PER_ACCOUNT);
    if (isTooMany || [...busyShares.values()].some((many) => many > PER_SHARE)) report.tooMany++;
    return claimed.length;
  };

  /** Reports the result of a job; the control reports it for the current holder. */
  const settle = async (job: LeasedJob, nextAt?: number): Promise<void> => {
    const another = workers.find(({ held }) => {
      const known = held.get(job.subjectId);
      return known !== undefined && known.job !== job && known.until > now;
    });
    const said = guards.saysItsClaim ? job : { ...job, claim: await claimOf(job) };
    const became = { ...(nextAt !== undefined && { nextAt }), kept: { at: now, latencyMs: 1 } };
    const isTaken = await inTransaction(pool, job, async (tx) => ({
      commit: true,
      answer: await settleJob(tx, said, became),
    }));
    if (isTaken && another) report.strangersTaken++;
    if (isTaken && nextAt === undefined) done.set(job.subjectId, (done.get(job.subjectId) ?? 0) + 1);
  };
  const claimOf = async ({ subjectId }: LeasedJob): Promise<number> =>
    (await above.query('select claim from billing.job where subject_id = $1', [subjectId]))[0]?.claim ?? -1;

  const settleOne = async (worker: Worker): Promise<void> => {
    const [first] = chance.shuffled([...worker.held.values()]);
    if (!first) return;
    worker.held.delete(first.job.subjectId);
    await settle(first.job, chance.chance(25) ? now + chance.int(1, 200) : undefined);
  };
  const holdOn = async (worker: Worker): Promise<void> => {
    const held = [...worker.held.values()];
    const still = await renewJobs(
      pool,
      held.map(({ job }) => job),
      { now, leaseSeconds: LEASE_SECONDS },
    );
    const names = new Set(still.map(({ subjectId }) => subjectId));
    for (const each of held) {
      if (names.has(each.job.subjectId)) each.until = now + LEASE_SECONDS;
      else worker.held.delete(each.job.subjectId);
    }
  };
  const die = (worker: Worker): void => {
    ghosts.push(...[...worker.held.values()].map(({ job }) => job));
    worker.held.clear();
    worker.past.clear();
  };
  const haunt = async (): Promise<void> => {
    const ghost = ghosts.splice(chance.int(0, Math.max(0, ghosts.length - 1)), 1)[0];
    if (ghost) await settle(ghost);
  };

  try {
    for (let step = 0; step < steps; step++)
      await drawn(chance, { queue, claim, settleOne, holdOn, die, haunt, workers, pass });
    // The rest: no more deaths, and time advances.
    const [last] = workers.splice(1) && workers;
    if (last) die(last);
    for (let quiet = 0; quiet < REST_ROUNDS; ) {
      let claimed = 0;
      for (const lane of LANES) claimed += await claim(last as Worker, lane);
      for (const { job } of [...(last as Worker).held.values()]) {
        (last as Worker).held.delete(job.subjectId);
        await settle(job);
      }
      quiet = claimed === 0 ? quiet + 1 : 0;
      pass(LEASE_SECONDS);
    }
    report.doneTwice = [...done.values()].filter((times) => times > 1).length;
    report.neverDone = [...done.values()].filter((times) => times === 0).length;
    return report;
  } finally {
    await above.query(`delete from billing.job where lane = any($1)`, [LANES]);
    await above.close();
  }

  function pass(seconds: number): void {
    now += seconds;
  }
}

/** Idle lease periods, longer than any wait. */
const REST_ROUNDS = 10;

type Deeds = {
  queue: () => Promise<void>;
  claim: (worker: Worker, lane: string) => Promise<number>;
  settleOne: (worker: Worker) => Promise<void>;
  holdOn: (worker: Worker) => Promise<void>;
  die: (worker: Worker) => void;
  haunt: () => Promise<void>;
  workers: readonly Worker[];
  pass: (seconds: number) => void;
};

/** One step, or two concurrent claims. */
async function drawn(chance: Chance, deeds: Deeds): Promise<unknown> {
  const what = chance.int(0, 99);
  const worker = chance.pick(deeds.workers);
  if (what < 35) return deeds.queue();
  if (what < 50) return deeds.claim(worker, chance.pick(LANES));
  if (what < 80) return deeds.settleOne(worker);
  if (what < 85) return deeds.holdOn(worker);
  if (what < 88) return deeds.die(worker);
  if (what < 92) return deeds.haunt();
  if (what < 95) return deeds.pass(chance.int(1, LEASE_SECONDS + 5));
  const lane = chance.pick(LANES);
  return Promise.all(deeds.workers.map((each) => deeds.claim(each, lane)));
}
