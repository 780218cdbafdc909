import type { Logger } from 'pino';
import { NO_ACCOUNT_SCOPE } from '../db/job-queue.ts';
import { limitToAccounts, type ReachableJobs, reachableJobs } from '../db/sharding/reachable-jobs.ts';
import { isSharded } from '../db/sharding/sharded-pools.ts';
import { inTransaction } from '../db/transaction.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import {
  type Claimed,
  type ClaimRequest,
  isIdle,
  type JobResult,
  settleAndClaim,
  settleAndClaimIn,
} from './settle-and-claim.ts';

/** Jobs claimed in a turn, and results not written because their node is unreachable. */
type Turned = { readonly claimed: readonly Claimed[]; readonly left: readonly JobResult[] };

/** A node may be unreachable. */
type Parted = {
  /** It was unreachable, and this has been logged. */
  readonly isTold: boolean;
  /** Accounts whose results cannot be written. */
  readonly unreached: ReadonlySet<string>;
  /** The account after which the next search starts. */
  readonly past: string | undefined;
};

/**
 * The worker's turns. If tables are sharded and a turn failed, the next turns find out which nodes
 * respond, and settle and claim only for accounts on those, until all respond. Otherwise each turn
 * is just `settleAndClaim`. `chance`: from 0 to 1.
 */
export function claimOnReachableNodes(services: AppServices, log: Logger, { chance }: { chance: () => number }) {
  let parted: Parted | undefined;
  const ofAll = async (given: ClaimRequest): Promise<Turned> => {
    try {
      return { claimed: await settleAndClaim(services, given), left: [] };
    } catch (error) {
      if (isSharded(services.pool)) parted = { isTold: false, unreached: new Set(), past: undefined };
      throw error;
    }
  };
  const ofSome = async (given: ClaimRequest, { past, isTold }: Parted, atWork: readonly string[]): Promise<Turned> => {
    const asked = [...new Set([...given.settled.map(({ settled }) => settled.job.accountId), ...atWork])];
    const { reach, ...turned } = await settleAndClaimInReach(services, given, { past, asked });
    if (!reach.isWhole && !isTold) log.warn('a database node is unreachable: jobs of accounts on other nodes continue');
    if (reach.isWhole && isTold) log.info('all database nodes respond again: jobs of all accounts continue');
    const unreached = new Set(asked.filter((account) => !reach.reached.has(account)));
    parted = reach.isWhole ? undefined : { isTold: true, unreached, past: nextPast(reach, chance()) };
    return turned;
  };
  return {
    /** `atWork`: accounts of the jobs running in this process. */
    take: async (asked: Omit<ClaimRequest, 'log'>, atWork: () => readonly string[]): Promise<Turned> => {
      const given = { ...asked, log };
      if (isIdle(given)) return { claimed: [], left: [] };
      return parted ? ofSome(given, parted, atWork()) : ofAll(given);
    },
    /** Whether an account's results can be written, as far as is known. */
    isReached: (accountId: string): boolean => !parted?.unreached.has(accountId),
  };
}

/** `settleAndClaim` for accounts on reachable nodes; other results wait. */
const settleAndClaimInReach = (
  services: AppServices,
  given: ClaimRequest,
  { past, asked }: { past: string | undefined; asked: readonly string[] },
): Promise<Turned & { reach: ReachableJobs }> =>
  inTransaction(services.pool, { ...NO_ACCOUNT_SCOPE, about: 'answering' }, async (tx) => {
    const lanes = [...new Set(given.tracks.map(({ job }) => job.lane.name))];
    const reach = await reachableJobs(tx, { lanes, now: services.now(), past, accounts: asked });
    limitToAccounts(tx, reach.due);
    const isReached = ({ settled }: JobResult): boolean => reach.reached.has(settled.job.accountId);
    const { yes = [], no = [] } = Object.groupBy(given.settled, (one) => (isReached(one) ? 'yes' : 'no'));
    // With an empty list, Citus would query every node.
    const isAny = reach.due.length > 0;
    const asking = { tracks: isAny ? given.tracks : [], wake: isAny && given.wake };
    const claimed = await settleAndClaimIn(tx, services, { ...given, ...asking, settled: yes });
    return { commit: true, answer: { reach, claimed, left: no } };
  });

/** If many accounts have work, start after a random one, so that every account gets its turn. */
const nextPast = ({ isAll, due }: ReachableJobs, chance: number): string | undefined =>
  isAll ? undefined : due[Math.floor(chance * due.length)];
