import type pg from 'pg';
import { inTransaction, sql, type TransactionScope, type Tx } from './transaction.ts';

/** Identifies a job: its account, subject, queue and concurrency key. */
export type JobIdentity = TransactionScope & { subjectId: string; lane: string; shareId: string };
/** A due job, leased to this worker. */
export type LeasedJob = JobIdentity & {
  /** Unix seconds. */
  dueAt: number;
  /** The number of the claim: only the current claim can settle the job. */
  claim: number;
  /** Attempts before this one, since the job was created. */
  tried: number;
};

/** One attempt, as stored. */
type Try = {
  /** Unix seconds. */
  at: number;
  latencyMs: number;
  status?: number | undefined;
  fault?: string | undefined;
  answer?: string | undefined;
};
/** The result of a job. */
export type JobOutcome = {
  /** Unix seconds when it is due again; if absent, the job is done. */
  nextAt?: number | undefined;
  /** Resets the attempt count. */
  fresh?: boolean | undefined;
  /** The attempt, if it is to be stored. */
  kept?: Try | undefined;
};
export type FinishedJob = JobOutcome & { job: LeasedJob };

/** Jobs of the installation, which belong to no account. */
const INSTALLATION = '00000000-0000-0000-0000-000000000000';
/** The concurrency key of its jobs in every queue. It sorts after the nil UUID. */
const INSTALLATION_SHARE = '00000000-0000-0000-0000-000000000001';
/** A transaction without an account: it sees no rows until it switches to an account. */
export const NO_ACCOUNT_SCOPE: TransactionScope = { accountId: '', test: false };
/** The notification channel for new jobs, by queue, so that workers need not poll. */
export const JOBS_CHANNEL = 'facturier_jobs';

/** Where a claim ended, so that the next starts after it. */
export type QueueCursor = Pick<JobIdentity, 'accountId' | 'shareId'>;
/** Sorts before every concurrency key. */
const LANE_BEGIN: QueueCursor = { accountId: INSTALLATION, shareId: INSTALLATION };

export type Claim = {
  lane: string;
  /** Whether to claim for failing concurrency keys, or for healthy ones. */
  troubled: boolean;
  /** Unix seconds. */
  now: number;
  leaseSeconds: number;
  /**
   * How many to claim in total, and at most per account and concurrency key, including those the
   * caller is already running.
   */
  room: number;
  perAccount: number;
  perShare: number;
  busyAccounts: ReadonlyMap<string, number>;
  busyShares: ReadonlyMap<string, number>;
  past: QueueCursor | undefined;
};

const WAKE = sql`select billing.wake_jobs($1)`;
const CLAIM = sql`select * from billing.claim_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

/** Makes due jobs of all accounts available: scheduled ones, and those with an expired lease. */
export const enqueueDueJobs = (tx: Tx, now: number): void => tx.write(WAKE, [now]);

/** Claims available jobs of a queue in all accounts, ordered by concurrency key. */
export async function claimJobs(tx: Tx, claim: Claim): Promise<LeasedJob[]> {
  const rows = await tx.read(CLAIM, [claim.lane, ...claimParameters(claim)]);
  return rows.map((row) => leasedJobFrom(row, claim.lane));
}

/** The parameters of every claim, in addition to its queue. */
export function claimParameters({ busyAccounts, busyShares, past, ...claim }: Claim): unknown[] {
  const { accountId, shareId } = past ?? LANE_BEGIN;
  return [
    ...[claim.troubled, claim.now, claim.leaseSeconds, claim.room, claim.perAccount, claim.perShare],
    ...[[...busyAccounts.keys()], [...busyAccounts.values()], [...busyShares.keys()], [...busyShares.values()]],
    ...[accountId, shareId],
  ];
}

export const leasedJobFrom = (row: Record<string, any>, lane: string): LeasedJob => ({
  accountId: row.account_id,
  subjectId: row.subject_id,
  lane,
  shareId: row.share_id,
  test: row.test,
  dueAt: row.due_at,
  claim: row.claim,
  tried: row.tried,
});

const SETTLE = sql`select 1 from billing.settle_jobs($1)`;

/**
 * Stores the result of a job in a transaction of its account, with its effects. False if another
 * worker claimed it meanwhile: the transaction must then be rolled back.
 */
export const settleJob = async (tx: Tx, job: LeasedJob, became: JobOutcome): Promise<boolean> =>
  (await tx.read(SETTLE, [finishedJobsJson([{ job, ...became }])])).length > 0;

/** The input of `settle_jobs`. */
export const finishedJobsJson = (settled: readonly FinishedJob[]): string =>
  JSON.stringify(
    settled.map(({ job, nextAt, fresh, kept }) => ({
      ...nameOf(job),
      next_at: nextAt,
      fresh,
      at: kept?.at,
      latency_ms: kept?.latencyMs,
      status: kept?.status,
      fault: kept?.fault,
      // PostgreSQL cannot store NUL or half of a surrogate pair.
      answer: kept?.answer?.replaceAll('\0', '').toWellFormed(),
    })),
  );

const nameOf = ({ accountId, subjectId, lane, shareId, test, claim }: LeasedJob) => ({
  ...{ account_id: accountId, subject_id: subjectId, lane, share_id: shareId, test, claim },
});

const RENEW = sql`select * from billing.renew_jobs($1, $2, $3)`;

/** Extends the leases of jobs of any account and returns those that the caller still holds. */
export async function renewJobs(
  pool: pg.Pool,
  leased: readonly LeasedJob[],
  { now, leaseSeconds }: { now: number; leaseSeconds: number },
): Promise<JobIdentity[]> {
  const about = leased.map(({ accountId }) => accountId);
  const rows = await inTransaction(pool, { ...NO_ACCOUNT_SCOPE, about }, async (tx) => ({
    commit: true,
    answer: await tx.read(RENEW, [JSON.stringify(leased.map(nameOf)), now, leaseSeconds]),
  }));
  return rows.map((row) => ({
    accountId: row.account_id,
    subjectId: row.subject_id,
    lane: row.lane,
    shareId: row.share_id,
    test: row.test,
  }));
}

const QUEUE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2::uuid, $3::text, $1, $4, billing.queue_time($1, $4, $5::bigint), $5::bigint <= $6::bigint)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = excluded.due_at, ready = j.leased_until is null and excluded.ready
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;

/** A job of an account in a queue whose concurrency key is the account. */
export type AccountJob = { readonly lane: string; readonly subjectId: string; readonly test: boolean };

/**
 * Queues a job of the transaction's account in the transaction of its cause. Times are the
 * account's, Unix seconds.
 */
export const queueJob = (tx: Tx, { lane, subjectId, test }: AccountJob, dueAt: number, now: number): void =>
  tx.write(QUEUE, [tx.accountId, subjectId, lane, test, dueAt, now]);

const PLAN = sql`
  insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
  values ($1, $2, $3, $4, false, $5, true)
  on conflict (account_id, subject_id, lane, share_id, test) do update
    set due_at = least(j.due_at, $6::bigint), ready = j.leased_until is null and least(j.due_at, $6::bigint) <= $5::bigint`;
const ANNOUNCE = sql`select pg_notify('${JOBS_CHANNEL}', $1)`;

/**
 * Schedules a job of the installation: due now if it was not scheduled yet, otherwise no later
 * than `latest`, whatever the clock or an earlier version set. `subjectId` distinguishes recurring
 * jobs from single ones. Times are Unix seconds.
 */
export const scheduleJob = (
  pool: pg.Pool,
  lane: string,
  { subjectId = INSTALLATION, now, latest }: { subjectId?: string; now: number; latest: number },
): Promise<void> =>
  inTransaction(pool, { accountId: INSTALLATION, test: false }, async (tx) => {
    tx.write(PLAN, [INSTALLATION, subjectId, lane, INSTALLATION_SHARE, now, latest]);
    tx.write(ANNOUNCE, [lane]);
    return { commit: true, answer: undefined };
  });

/** The due jobs of a queue. */
export type QueueBacklog = { lane: string; jobs: number; oldestDueAt: number };

const DUE = sql`select lane, jobs, oldest_due_at as "oldestDueAt" from billing.work_due($1)`;

/** The due jobs of all accounts by queue; queues without any are left out. */
export async function queueBacklog(pool: Pick<pg.Pool, 'query'>, now: number): Promise<QueueBacklog[]> {
  const { rows } = await pool.query({ ...DUE, values: [now] });
  return rows;
}
