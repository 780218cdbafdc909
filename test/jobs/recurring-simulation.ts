import type pg from 'pg';
import type { DatabaseClient } from '../../src/db/connections/database-client.ts';
import { claimJobs, type LeasedJob, NO_ACCOUNT_SCOPE, settleJob } from '../../src/db/job-queue.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { createRecurringInvoices } from '../../src/jobs/billing/create-recurring-invoice.ts';
import { mailRecurringInvoices } from '../../src/jobs/billing/mail-recurring-invoice.ts';
import { sendReminders } from '../../src/jobs/billing/send-reminder.ts';
import type { Job, JobContext } from '../../src/queue/job.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import type { TestService } from '../support/service/in-process-service.ts';

const JOBS: readonly Job[] = [createRecurringInvoices, mailRecurringInvoices, sendReminders];
const NEXT = sql`
  select min(coalesce(leased_until, due_at)) as next from billing.job
  where account_id = $1 and lane = any ($2)`;

/**
 * The worker of a service whose time moves from one due job to the next. `others` are extra jobs it
 * runs.
 */
export function lived(service: TestService, others: readonly Job[] = []) {
  const jobs = [...JOBS, ...others];
  const { services, clock, accountId } = service;
  const turn = (on: AppServices): JobContext =>
    ({
      services: on,
      chance: () => 0.5,
      signal: new AbortController().signal,
      log: { warn: () => {}, info: () => {}, error: () => {} },
      isEnding: () => false,
    }) as unknown as JobContext;

  /** The due jobs of a queue, leased as by a worker. */
  const claimed = async ({ lane }: Job, room = 100): Promise<LeasedJob[]> => {
    const claim = { lane: lane.name, troubled: false, now: clock.now, leaseSeconds: lane.leaseSeconds, room };
    const places = { perAccount: room, perShare: room, busyAccounts: new Map(), busyShares: new Map() };
    await services.pool.query('select billing.wake_jobs($1)', [clock.now]);
    return inTransaction(services.pool, NO_ACCOUNT_SCOPE, async (tx) => ({
      commit: true,
      answer: await claimJobs(tx, { ...claim, ...places, past: undefined }),
    }));
  };

  /** Runs a job with the connections of a pool and writes its result. */
  const run = async (job: Job, held: LeasedJob, pool: pg.Pool = services.pool): Promise<void> => {
    const became = await job.run(held, turn({ ...services, pool }));
    if (!became) return;
    await inTransaction(pool, held, async (tx) => ({ commit: await settleJob(tx, held, became), answer: undefined }));
  };

  /** Runs all due jobs, including those they create. */
  const worked = async (pool?: (job: Job) => pg.Pool | undefined): Promise<void> => {
    for (let isDone = false; !isDone; ) {
      isDone = true;
      for (const job of jobs)
        for (const held of await claimed(job)) {
          isDone = false;
          // A killed worker leaves its jobs to lease expiry.
          await run(job, held, pool?.(job)).catch((error: unknown) => {
            if (!pool) throw error;
          });
        }
    }
  };

  const nextDue = async (): Promise<number | undefined> => {
    const [row] = await inTransaction(services.pool, service.live, async (tx) => ({
      commit: false,
      answer: await tx.read<{ next: number | null }>(NEXT, [accountId, jobs.map(({ lane }) => lane.name)]),
    }));
    return row?.next ?? undefined;
  };

  /** Runs until a time (Unix seconds), from one due job to the next. */
  const until = async (end: number, pool?: (job: Job) => pg.Pool | undefined): Promise<void> => {
    for (;;) {
      await worked(pool);
      const next = await nextDue();
      if (next === undefined || next > end) break;
      clock.now = Math.max(clock.now, next);
    }
    clock.now = end;
  };
  return { claimed, run, worked, until };
}

export type Lived = ReturnType<typeof lived>;

/**
 * A pool whose connection breaks before or after one statement, like that of a killed process:
 * uncommitted work rolls back, and commits go unacknowledged.
 */
export function killedAt(pool: pg.Pool, statement: number): { pool: pg.Pool; isDead: () => boolean } {
  let left = statement;
  const connect = async (): Promise<pg.PoolClient> => {
    if (left < 0) throw new Error('killed');
    const client = (await pool.connect()) as DatabaseClient & pg.PoolClient;
    const query = (...asked: unknown[]): unknown => {
      if (left-- === 0) client.cut();
      return (client.query as (...all: unknown[]) => unknown)(...asked);
    };
    return Object.assign(Object.create(client), {
      query,
      release: (broken?: Error) => client.release(left < 0 ? new Error('killed') : broken),
    });
  };
  return { pool: { connect } as unknown as pg.Pool, isDead: () => left < 0 };
}
