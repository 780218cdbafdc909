import { setTimeout as wait } from 'node:timers/promises';
import type { FinishedJob, LeasedJob } from '../db/job-queue.ts';
import type { Track } from './capacity.ts';
import type { Job } from './job.ts';

/** A job running in this process. */
export type RunningJob = {
  readonly job: Job;
  readonly track: Track;
  readonly held: LeasedJob;
  /** Unix seconds. */
  heldUntil: number;
  /** Aborts the run through its signal. */
  readonly end: (reason: Error) => void;
  readonly signal: () => AbortSignal;
};

const POLL_MS = 10;

/** The running jobs of a process, and outcomes not yet written. */
export function createRunningJobs() {
  const entries = new Map<string, RunningJob>();
  let settled: { job: Job; settled: FinishedJob }[] = [];
  const ofAccount = new Map<string, Map<string, number>>();
  const ofShare = new Map<string, Map<string, number>>();
  return {
    entries: () => [...entries.values()],
    /** Accounts of the running jobs. */
    accounts: () => [...entries.values()].map(({ held }) => held.accountId),
    /** Running jobs of a queue, by account and by concurrency key. */
    busy: (lane: string) => ({
      busyAccounts: ofAccount.get(lane) ?? NOTHING,
      busyShares: ofShare.get(lane) ?? NOTHING,
    }),
    /**
     * Whether the claimed job is still running here after its lease ran out unnoticed: then it
     * continues under the new lease.
     */
    goOn: (held: LeasedJob, heldUntil: number): boolean => {
      const known = entries.get(keyOf(held));
      if (!known) return false;
      known.heldUntil = heldUntil;
      known.held.claim = held.claim;
      return true;
    },
    begin: (entry: RunningJob): void => {
      entries.set(keyOf(entry.held), entry);
      count(entry, 1);
    },
    finish: (entry: RunningJob): void => {
      if (entries.delete(keyOf(entry.held))) count(entry, -1);
    },
    /** Adds an outcome to write with the next claim. */
    settle: (job: Job, became: FinishedJob): void => void settled.push({ job, settled: became }),
    /** Hands out the outcomes to write; `putBack` returns them after a failure. */
    takeSettled: () => settled.splice(0),
    putBack: (taken: readonly { job: Job; settled: FinishedJob }[]): void => {
      settled = [...taken, ...settled];
    },
    /**
     * Resolves when no run of a job is left. Aborts runs after `endingMs` and abandons them after
     * another `abortedMs`.
     */
    ended: async (job: Job, { endingMs, abortedMs }: { endingMs: number; abortedMs: number }): Promise<void> => {
      const left = (): RunningJob[] => [...entries.values()].filter((entry) => entry.job === job);
      const leftAfter = async (mostMs: number): Promise<RunningJob[]> => {
        for (let waited = 0; left().length > 0 && waited < mostMs; waited += POLL_MS) await wait(POLL_MS);
        return left();
      };
      for (const { end } of await leftAfter(endingMs)) end(new Error('the process is ending'));
      await leftAfter(abortedMs);
    },
  };

  function count({ track, held }: RunningJob, by: 1 | -1): void {
    track.underWay += by;
    add(ofAccount, held.lane, held.accountId, by);
    add(ofShare, held.lane, held.shareId, by);
  }
}

const NOTHING: ReadonlyMap<string, number> = new Map();

const keyOf = ({ accountId, subjectId, lane, shareId, test }: LeasedJob): string =>
  `${lane} ${subjectId} ${shareId} ${accountId} ${test}`;

function add(counts: Map<string, Map<string, number>>, lane: string, key: string, by: 1 | -1): void {
  const inLane = counts.get(lane) ?? new Map<string, number>();
  counts.set(lane, inLane);
  const many = (inLane.get(key) ?? 0) + by;
  if (many > 0) inLane.set(key, many);
  else inLane.delete(key);
}

/**
 * A job that starts here. The signal is created on first use: most runs finish before it is needed.
 */
export function runningJob(track: Track, held: LeasedJob, heldUntil: number): RunningJob {
  let controller: AbortController | undefined;
  const made = (): AbortController => {
    controller ??= new AbortController();
    return controller;
  };
  const end = (reason: Error): void => made().abort(reason);
  return { job: track.job, track, held, heldUntil, end, signal: () => made().signal };
}
