import type { Logger } from 'pino';
import {
  claimJobs,
  enqueueDueJobs,
  type FinishedJob,
  type JobOutcome,
  type LeasedJob,
  NO_ACCOUNT_SCOPE,
  type QueueCursor,
} from '../db/job-queue.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import { freeSlots, type Track } from './capacity.ts';
import type { Job } from './job.ts';
import { logUnsettledJob, settleInOwnTransaction } from './run-job.ts';
import { isPermanentWriteError, settleOrReduce } from './settle-outcome.ts';

/**
 * Maximum jobs claimed per track in one turn: the next turn is a moment away, and jobs may have
 * large bodies.
 */
const CLAIM_MAX = 100;

/** Jobs claimed on a track. `next` is the cursor, if slots ran out before the end of the queue. */
export type Claimed = {
  track: Track;
  held: readonly LeasedJob[];
  heldUntil: number;
  next: QueueCursor | undefined;
  isWhole: boolean;
};

/** A job's outcome, yet to be written. */
export type JobResult = { job: Job; settled: FinishedJob };

type Busy = (lane: string) => Record<'busyAccounts' | 'busyShares', ReadonlyMap<string, number>>;

/** What one turn writes and claims. */
export type ClaimRequest = {
  readonly settled: readonly JobResult[];
  readonly tracks: readonly Track[];
  readonly busy: Busy;
  /** Whether to look for jobs that became due by time. */
  readonly wake: boolean;
  readonly log: Logger;
};

/**
 * Writes outcomes and claims due jobs: one transaction, and one round trip unless an outcome needs
 * more. Without anything to write or claim, the database is not queried.
 */
export async function settleAndClaim(services: AppServices, given: ClaimRequest): Promise<Claimed[]> {
  if (isIdle(given)) return [];
  return inTransaction(services.pool, { ...NO_ACCOUNT_SCOPE, about: aboutOf(given) }, async (tx) => ({
    commit: true,
    answer: await settleAndClaimIn(tx, services, given),
  }));
}

/** Accounts concerned: all, or those of the outcomes if nothing is claimed. */
const aboutOf = ({ settled, tracks, wake }: ClaimRequest): 'all' | string[] =>
  wake || tracks.length > 0 ? 'all' : settled.map(({ settled: { job } }) => job.accountId);

/** Nothing to write and nothing to claim. */
export const isIdle = ({ settled, tracks }: ClaimRequest): boolean => settled.length === 0 && tracks.length === 0;

/** The same in an open transaction. */
export async function settleAndClaimIn(tx: Tx, services: AppServices, given: ClaimRequest): Promise<Claimed[]> {
  const settling = byJob(given.settled).map(async ([job, settled]) => job.settle?.(tx, settled, services, given.log));
  if (given.wake) enqueueDueJobs(tx, services.now());
  const claiming = given.tracks.map((track) => claimOn(tx, track, { now: services.now(), busy: given.busy }));
  const [, claimed] = await Promise.all([Promise.all(settling), Promise.all(claiming)]);
  return claimed;
}

/**
 * Settles outcomes individually after they could not be written together, and returns those still
 * to be written. An outcome that PostgreSQL refuses is reduced to what it accepts; if nothing is
 * accepted it is logged and left, due again when its lease ends, without blocking others.
 */
export async function settleEach(
  services: AppServices,
  settled: readonly JobResult[],
  log: Logger,
): Promise<JobResult[]> {
  const left: JobResult[] = [];
  for (const one of settled) {
    const { job, ...became } = one.settled;
    const write = (less: JobOutcome) =>
      settleAndClaim(services, { ...nothingElse, settled: [{ ...one, settled: { job, ...less } }], log });
    try {
      await settleOrReduce(job, became, { log, write }).catch((error: unknown) =>
        withoutSettle(services, one, error, log),
      );
    } catch (error) {
      if (isPermanentWriteError(error)) logUnsettledJob(job, error, log);
      else left.push(one);
    }
  }
  return left;
}

/**
 * If the job's extra writes (such as its endpoint's health) are refused, settle the job without
 * them, so that it is not run again.
 */
async function withoutSettle(
  services: AppServices,
  { settled }: JobResult,
  error: unknown,
  log: Logger,
): Promise<void> {
  if (!isPermanentWriteError(error)) throw error;
  const { job, ...became } = settled;
  await settleInOwnTransaction({ services, log }, job, became);
  log.error(
    { err: error, lane: job.lane, subject: job.subjectId },
    'the outcome of a job was written without its extra writes',
  );
}

const nobody: Busy = () => ({ busyAccounts: new Map(), busyShares: new Map() });
const nothingElse = { tracks: [], busy: nobody, wake: false };

function byJob(settled: readonly JobResult[]): [Job, FinishedJob[]][] {
  const jobs = Map.groupBy(settled, ({ job }) => job);
  return [...jobs].map(([job, of]) => [job, of.map(({ settled }) => settled)]);
}

async function claimOn(tx: Tx, track: Track, { now, busy }: { now: number; busy: Busy }): Promise<Claimed> {
  const { job, troubled, places, past } = track;
  const { name, leaseSeconds } = job.lane;
  const room = Math.min(freeSlots(track), CLAIM_MAX);
  const asked = {
    ...{ lane: name, troubled, now, leaseSeconds, room, past },
    ...{ perAccount: places.account, perShare: places.share, ...busy(name) },
  };
  const held = await (job.claim ?? claimJobs)(tx, asked);
  const next = held.length < room ? undefined : held.at(-1);
  return { track, held, heldUntil: now + leaseSeconds, next, isWhole: past === undefined };
}
