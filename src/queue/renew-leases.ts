import type { Logger } from 'pino';
import { type JobIdentity, renewJobs } from '../db/job-queue.ts';
import { NodeUnreachable } from '../db/sharding/node-monitor.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { RunningJob } from './running-jobs.ts';

/** Milliseconds between two checks of running jobs' leases. */
const LOOK_MS = 500;

/**
 * Renews the leases of long runs until stopped: after half of a lease it starts anew. A run whose
 * job another process has taken over is aborted; its results are rejected.
 */
export function renewLeases(
  services: AppServices,
  log: Logger,
  underWay: () => readonly RunningJob[],
): { stop: () => Promise<void> } {
  let renewing: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const now = services.now();
    const short = underWay().filter(({ heldUntil, job }) => heldUntil - now < job.lane.leaseSeconds / 2);
    for (const [leaseSeconds, entries] of Map.groupBy(short, ({ job }) => job.lane.leaseSeconds))
      await renew(entries, { now, leaseSeconds });
  };
  const renew = async (entries: readonly RunningJob[], lease: { now: number; leaseSeconds: number }): Promise<void> => {
    const held = entries.map((entry) => entry.held);
    const renewed = await renewJobs(services.pool, held, lease).catch((error: unknown) => {
      if (error instanceof NodeUnreachable) return undefined;
      throw error;
    });
    if (!renewed) return renewBesideSilent(entries, lease);
    const still = new Set(renewed.map(nameOf));
    for (const entry of entries) {
      if (still.has(nameOf(entry.held))) entry.heldUntil = lease.now + lease.leaseSeconds;
      else if (underWay().includes(entry)) entry.end(new Error('another process has taken the job over'));
    }
  };
  /**
   * A silent node must not cost the accounts of other nodes their leases: another process would
   * repeat their jobs.
   */
  const renewBesideSilent = async (...[entries, lease]: Parameters<typeof renew>): Promise<void> => {
    const accounts = Map.groupBy(entries, ({ held }) => held.accountId);
    if (accounts.size > 1) for (const own of accounts.values()) await renew(own, lease);
  };
  const timer = setInterval(() => {
    // One at a time: if the database does not respond, each would block a connection.
    renewing ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'leases of running jobs could not be renewed'))
      .finally(() => {
        renewing = undefined;
      });
  }, LOOK_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}

const nameOf = ({ accountId, subjectId, lane, shareId, test }: JobIdentity): string =>
  [accountId, subjectId, lane, shareId, test].join(' ');
