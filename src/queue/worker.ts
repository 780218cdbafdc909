import pg from 'pg';
import type { Logger } from 'pino';
import { JOBS_CHANNEL, type LeasedJob } from '../db/job-queue.ts';
import { throttleMs } from '../domain/queue/throttle.ts';
import type { MetricsRecorder } from '../metrics/metrics.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import { capacityOf, isAsking, rest, type Track, takeWaitingTracks } from './capacity.ts';
import { claimOnReachableNodes } from './claim-reachable-nodes.ts';
import type { Job } from './job.ts';
import { renewLeases } from './renew-leases.ts';
import { runJob } from './run-job.ts';
import { createRunningJobs, runningJob } from './running-jobs.ts';
import { settleEach } from './settle-and-claim.ts';
import { isPermanentWriteError } from './settle-outcome.ts';
import { wakeUpSignal } from './wake-up-signal.ts';

/** Milliseconds between polls for jobs that become due by time. */
const POLL_MS = 1_000;
/** Milliseconds a run has to stop after it was aborted. */
const ABORTED_MS = 500;

export type WorkerOptions = {
  /** Connection for LISTEN. */
  connection: pg.ClientConfig;
  jobs: readonly Job[];
  pollMs?: number;
  /** Random number from 0 to 1, to jitter retry delays. */
  chance?: () => number;
  watch?: MetricsRecorder | undefined;
};

/** A running worker; `stop` lets running jobs end, then aborts them, and settles all of them. */
type QueueWorker = { readonly stop: () => Promise<void> };

/**
 * Runs the due jobs of these queues for every account until stopped. Each turn writes the last
 * outcomes and claims due jobs, in one transaction of one round trip. A killed process loses
 * nothing: its jobs become due again when their leases end.
 */
export function startQueueWorker(services: AppServices, log: Logger, given: WorkerOptions): QueueWorker {
  const { jobs, pollMs = POLL_MS, chance = Math.random, watch } = given;
  const tracks = capacityOf(jobs);
  const under = createRunningJobs();
  const queue = claimOnReachableNodes(services, log, { chance });
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const stir = (lane?: string): void => {
    for (const track of tracks) if (lane === undefined || track.job.lane.name === lane) track.stirred = true;
    turns.wake();
  };

  const begin = (track: Track, held: LeasedJob, heldUntil: number): void => {
    if (under.goOn(held, heldUntil)) return;
    const entry = runningJob(track, held, heldUntil);
    under.begin(entry);
    const turn = { services, log, chance, watch, isEnding: () => stopped, settleLater: under.settle };
    const began = performance.now();
    void runJob(entry, turn).then((wentWell) => {
      under.finish(entry);
      const ran = { ranMs: performance.now() - began, waitedSeconds: services.now() - held.dueAt };
      const restMs = throttleMs(track.job.lane, ran);
      if (restMs > 0) rest(track, restMs, () => stir(held.lane));
      // A concurrency key that starts or stops failing moves to the other track.
      if (wentWell === track.troubled) return stir(held.lane);
      track.stirred = true;
      turns.wake();
    });
  };

  /** Settles and claims; returns whether there may be more to claim at once. */
  const turn = async (): Promise<boolean> => {
    const began = performance.now();
    const wake = began - lookedAt >= pollMs;
    if (wake) for (const track of tracks) track.stirred = true;
    const settled = under.takeSettled();
    const asked = stopped ? [] : takeWaitingTracks(tracks);
    try {
      const { claimed, left } = await queue.take({ settled, tracks: asked, busy: under.busy, wake }, under.accounts);
      under.putBack(left);
      for (const { track, held, heldUntil, next, isWhole } of claimed) {
        track.past = next;
        // A claim that ended early or started in the middle has not covered the whole queue.
        track.stirred ||= next !== undefined || !isWhole;
        for (const each of held) begin(track, each, heldUntil);
      }
      if (wake) lookedAt = began;
      return tracks.some(isAsking);
    } catch (error) {
      under.putBack(isPermanentWriteError(error) ? await settleEach(services, settled, log) : settled);
      for (const track of asked) track.stirred = true;
      throw error;
    }
  };

  const turns = pollLoop(turn, { pollMs, onTrouble: logTrouble(log) });
  const ears = listenForJobs(given.connection, stir, log);
  const reachable = () => under.entries().filter(({ held }) => queue.isReached(held.accountId));
  const holding = renewLeases(services, log, reachable);
  return {
    stop: async () => {
      stopped = true;
      await Promise.all([turns.stop(), ears.stop()]);
      await Promise.all(jobs.map((job) => under.ended(job, { endingMs: job.lane.endingMs, abortedMs: ABORTED_MS })));
      await turn().catch(logTrouble(log));
      await Promise.all([holding.stop(), ...jobs.map((job) => job.close?.())]);
    },
  };
}

const logTrouble =
  (log: Logger) =>
  (error: unknown): void =>
    log.error({ err: error }, 'jobs could not be claimed or settled');

/** Milliseconds before a failed turn is retried. */
const RETRY_MS = 1_000;

/**
 * Runs turns in sequence until stopped: at once if the last one reported more work, otherwise when
 * woken or after `pollMs`. A failed turn is logged and retried a second later.
 */
function pollLoop(
  turn: () => Promise<boolean>,
  { pollMs, onTrouble }: { pollMs: number; onTrouble: (error: unknown) => void },
): { wake: () => void; stop: () => Promise<void> } {
  const bell = wakeUpSignal();
  let stopped = false;
  const work = async (): Promise<void> => {
    while (!stopped) {
      try {
        if (!(await turn())) await bell.rung(pollMs);
      } catch (error) {
        onTrouble(error);
        await bell.rung(RETRY_MS, { only: 'time' });
      }
    }
  };
  const working = work();
  return {
    wake: bell.ring,
    stop: async () => {
      stopped = true;
      bell.ring();
      await working;
    },
  };
}

/** Milliseconds before a lost connection is reopened, and to open one. */
const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;
const OPTIONS = { application_name: 'facturier jobs', keepAlive: true, connectionTimeoutMillis: CONNECT_MS };

/**
 * Calls `wake` with the queue whenever a job is announced (LISTEN), over a dedicated connection
 * that is reopened if lost; and without a queue after each reconnect, because announcements in
 * between were missed.
 */
function listenForJobs(
  connection: pg.ClientConfig,
  wake: (lane?: string) => void,
  log: Pick<Logger, 'warn'>,
): { stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = (error: unknown): void => {
    if (stopped || timer) return;
    log.warn({ err: error }, 'lost the connection for job notifications; reconnecting');
    timer = setTimeout(() => {
      timer = undefined;
      void open();
    }, RECONNECT_MS);
  };
  const open = async (): Promise<void> => {
    const opened = new pg.Client({ ...connection, ...OPTIONS });
    client = opened;
    let isLost = false;
    const lost = (error?: unknown): void => {
      if (isLost || stopped) return;
      isLost = true;
      void opened.end().catch(() => {});
      again(error);
    };
    opened.on('error', lost);
    opened.on('end', lost);
    opened.on('notification', ({ payload }) => wake(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${JOBS_CHANNEL}`);
      wake();
    } catch (error) {
      lost(error);
    }
  };
  const opening = open();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await opening;
      await client?.end().catch(() => {});
    },
  };
}
