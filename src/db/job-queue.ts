import type pg from 'pg';
import { inTransaction, sql, type Tx, type TransactionScope } from './transaction.ts';

/** Names a job: of whom, about what, in which lane, and whose turn it takes there. */
export type JobIdentity = TransactionScope & { subjectId: string; lane: string; shareId: string };
/** A job that is due, held for as long as its lease. */
export type LeasedJob = JobIdentity & {
  /** Unix seconds. */
  dueAt: number;
  /** Which claim of the job this is: what is settled by another is not. */
  claim: number;
  /** Tries before this one, since the job was begun. */
  tried: number;
};

/** One try, as it is kept. */
type Try = {
  /** Unix seconds. */
  at: number;
  latencyMs: number;
  status?: number | undefined;
  fault?: string | undefined;
  answer?: string | undefined;
};
/** What became of a job. */
export type JobOutcome = {
  /** Unix seconds it is due again; without it is done. */
  nextAt?: number | undefined;
  /** It is due again as if for the first time. */
  fresh?: boolean | undefined;
  /** The try, where it is to be kept. */
  kept?: Try | undefined;
};
export type FinishedJob = JobOutcome & { job: LeasedJob };

/** The work of no account. */
const INSTALLATION = '00000000-0000-0000-0000-000000000000';
/** Its share in every lane: shares are counted from behind the nil UUID on. */
const INSTALLATION_SHARE = '00000000-0000-0000-0000-000000000001';
/** The transaction of nobody: it sees no account until it enters one. */
export const NOBODY: TransactionScope = { accountId: '', test: false };
/** Where work is announced by its lane, so that whoever does it need not look for it all the time. */
export const JOBS_CHANNEL = 'facturier_jobs';

/** Where a claim ended, so that the next begins after it. */
export type QueueCursor = Pick<JobIdentity, 'accountId' | 'shareId'>;
/** Before every share. */
const LANE_BEGIN: QueueCursor = { accountId: INSTALLATION, shareId: INSTALLATION };

export type Claim = {
  lane: string;
  /** Shares that nothing reaches, or those that are well. */
  troubled: boolean;
  /** Unix seconds. */
  now: number;
  leaseSeconds: number;
  /** How many to take in all, and at most of an account and of a share, counting what the caller is at already. */
  room: number;
  perAccount: number;
  perShare: number;
  busyAccounts: ReadonlyMap<string, number>;
  busyShares: ReadonlyMap<string, number>;
  past: QueueCursor | undefined;
};

const WAKE = sql`select billing.wake_jobs($1)`;
const CLAIM = sql`select * from billing.claim_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

/** Puts in line what has slept long enough, of every account: what becomes due by time, and what a lease has run out of. */
export const enqueueDueJobs = (tx: Tx, now: number): void => tx.write(WAKE, [now]);

/** Takes jobs of a lane that are due and in line, of every account, in the order of their shares. */
export async function claimJobs(tx: Tx, claim: Claim): Promise<LeasedJob[]> {
  const rows = await tx.read(CLAIM, [claim.lane, ...claimParameters(claim)]);
  return rows.map((row) => leasedJobFrom(row, claim.lane));
}

/** What every claim says beside its lane. */
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
 * Writes what became of a job in a transaction of its account, with what was done in it. False where another has claimed it
 * meanwhile: then nothing of the transaction should stand.
 */
export const settleJob = async (tx: Tx, job: LeasedJob, became: JobOutcome): Promise<boolean> =>
  (await tx.read(SETTLE, [finishedJobsJson([{ job, ...became }])])).length > 0;

/** What `settle_jobs` reads. */
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
      // PostgreSQL keeps no NUL, and no half of a character that was cut in two.
      answer: kept?.answer?.replaceAll('\0', '').toWellFormed(),
    })),
  );

const nameOf = ({ accountId, subjectId, lane, shareId, test, claim }: LeasedJob) => ({
  ...{ account_id: accountId, subject_id: subjectId, lane, share_id: shareId, test, claim },
});

const RENEW = sql`select * from billing.renew_jobs($1, $2, $3)`;

/** Holds jobs of any account for so many seconds more, and gives the names of those that are still the caller's. */
export async function renewJobs(
  pool: pg.Pool,
  held: readonly LeasedJob[],
  { now, leaseSeconds }: { now: number; leaseSeconds: number },
): Promise<JobIdentity[]> {
  const about = held.map(({ accountId }) => accountId);
  const rows = await inTransaction(pool, { ...NOBODY, about }, async (tx) => ({
    commit: true,
    answer: await tx.read(RENEW, [JSON.stringify(held.map(nameOf)), now, leaseSeconds]),
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

/** A job of an account in a lane whose share is the account. */
export type AccountJob = { readonly lane: string; readonly subjectId: string; readonly test: boolean };

/** Has a job of the transaction's account done at a time, in the transaction of its cause. Times are the account's, Unix seconds. */
export const queueJob = (tx: Tx, { lane, subjectId, test }: AccountJob, dueAt: number, now: number): void =>
  tx.write(QUEUE, [tx.accountId, subjectId, lane, test, dueAt, now]);

const PLAN = sql`
  insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
  values ($1, $2, $3, $4, false, $5, true)
  on conflict (account_id, subject_id, lane, share_id, test) do update
    set due_at = least(j.due_at, $6::bigint), ready = j.leased_until is null and least(j.due_at, $6::bigint) <= $5::bigint`;
const ANNOUNCE = sql`select pg_notify('${JOBS_CHANNEL}', $1)`;

/**
 * Plans work of the installation: due now where it was not planned yet, else no later than `latest`, whatever the clock or a
 * version of before said. `subjectId` tells the one that comes again from one that comes once. Times are Unix seconds.
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

/** Work of a lane that is due and not done yet. */
export type QueueBacklog = { lane: string; jobs: number; oldestDueAt: number };

const DUE = sql`select lane, jobs, oldest_due_at as "oldestDueAt" from billing.work_due($1)`;

/** What is due in each lane, of every account, by its name: lanes without any are left out. */
export async function queueBacklog(pool: Pick<pg.Pool, 'query'>, now: number): Promise<QueueBacklog[]> {
  const { rows } = await pool.query({ ...DUE, values: [now] });
  return rows;
}
