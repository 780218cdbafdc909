import { TIME_LANES } from '../../domain/queue/queues.ts';
import { JOBS_CHANNEL, type LeasedJob, leasedJobFrom } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const AHEAD = sql`select ahead from billing.test_clock where account_id = $1`;
const AHEAD_HELD = sql`select ahead from billing.test_clock where account_id = $1 for share`;
const READ = sql`select ahead, target_at, moved_from from billing.test_clock where account_id = $1`;
const BEGIN = sql`insert into billing.test_clock (account_id) values ($1) on conflict do nothing`;
const LOCK = sql`select ahead, target_at, moved_from from billing.test_clock where account_id = $1 for update`;
const SAVE = sql`update billing.test_clock set ahead = $2, target_at = $3, moved_from = $4 where account_id = $1`;
const LANES = `array['${TIME_LANES.join("', '")}']`;
// By time, then by queue.
const NEXT = sql`
  select account_id, subject_id, lane, share_id, test, due_at, claim, tried,
    (select count(*) from billing.job l
      where l.account_id = $1 and l.test and l.lane = any (${LANES}) and l.leased_until > $2::bigint)::int as held
  from billing.job
  where account_id = $1 and test and lane = any (${LANES})
  order by due_at, array_position(${LANES}, lane), subject_id limit 1`;
const HOLD = sql`
  update billing.job set ready = false, leased_until = $5::bigint, claim = claim + 1
  where account_id = $1 and subject_id = $2 and lane = $3 and share_id = $4 and test
    and (leased_until is null or leased_until <= $6::bigint)
  returning account_id, subject_id, lane, share_id, test, due_at, claim, tried`;
const COME_NEARER = sql`
  update billing.job set due_at = greatest(0, due_at - $2::bigint)
  where account_id = $1 and test and lane = any (${LANES})`;
const BOOKS_COME_NEARER = sql`
  update billing.closing set look_at = greatest(0, look_at - $2::bigint),
    period_over_at = greatest(0, period_over_at - $2::bigint)
  where account_id = $1 and test`;
const QUEUE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $1, 'test_clock', $1, true, $2, true)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = excluded.due_at, ready = j.leased_until is null
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;

/**
 * The test clock of an account: its offset to real time in seconds and, while it is being moved,
 * the start and target (account time).
 */
export type TestClock = {
  readonly ahead: number;
  readonly moving?: { readonly to: number; readonly from: number };
};

/** Seconds the account's test mode is ahead of real time. */
export const clockOffset = async (tx: Tx): Promise<number> => aheadFrom(await tx.read(AHEAD, [tx.accountId]));

/**
 * Seconds the account's test mode is ahead of real time. The clock is locked until the transaction
 * ends, so that it does not move meanwhile. Call it before taking any other lock.
 */
export const lockedClockOffset = async (tx: Tx): Promise<number> =>
  aheadFrom(await tx.read(AHEAD_HELD, [tx.accountId]));

const aheadFrom = ([row]: Row[]): number => row?.ahead ?? 0;

export const testClockOf = async (tx: Tx): Promise<TestClock> => clockFrom(await tx.read(READ, [tx.accountId]));

/** The test clock of the account, locked until the transaction ends. */
export async function lockTestClock(tx: Tx): Promise<TestClock> {
  tx.write(BEGIN, [tx.accountId]);
  return clockFrom(await tx.read(LOCK, [tx.accountId]));
}

const clockFrom = ([row]: Row[]): TestClock => ({
  ahead: row?.ahead ?? 0,
  ...(row && row.target_at !== null && { moving: { to: row.target_at, from: row.moved_from } }),
});

/** Stores the locked clock; waiting jobs of the account become due earlier by the same amount. */
export function saveTestClock(tx: Tx, before: TestClock, { ahead, moving }: TestClock): void {
  tx.write(SAVE, [tx.accountId, ahead, moving?.to ?? null, moving?.from ?? null]);
  const by = ahead - before.ahead;
  if (by === 0) return;
  tx.write(COME_NEARER, [tx.accountId, by]);
  tx.write(BOOKS_COME_NEARER, [tx.accountId, by]);
}

/**
 * The next job that waits for a time of the account's test mode, and whether any of its jobs is
 * leased. `now` is real time, Unix seconds.
 */
export async function nextByTime(tx: Tx, now: number): Promise<{ job: LeasedJob; isHeld: boolean } | undefined> {
  const [row] = await tx.read(NEXT, [tx.accountId, now]);
  return row && { job: leasedJobFrom(row, row.lane), isHeld: row.held > 0 };
}

/**
 * Leases a job as a worker of its queue would; undefined if another worker has it. Times are real,
 * Unix seconds.
 */
export async function claimJobById(
  tx: Tx,
  { subjectId, lane, shareId }: LeasedJob,
  { now, until }: { now: number; until: number },
): Promise<LeasedJob | undefined> {
  const [row] = await tx.read(HOLD, [tx.accountId, subjectId, lane, shareId, until, now]);
  return row && leasedJobFrom(row, row.lane);
}

/** Queues the job that moves the clock. `now` is real time, Unix seconds. */
export const queueTestClock = (tx: Tx, now: number): void => tx.write(QUEUE, [tx.accountId, now]);
