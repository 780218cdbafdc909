import type { Logger } from 'pino';
import { NOBODY } from '../db/job-queue.ts';
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

/** What a turn claimed, and what it could not write, since the node of its account is away. */
type Turned = { readonly claimed: readonly Claimed[]; readonly left: readonly JobResult[] };

/** A node may be away. */
type Parted = {
  /** It was found to be, and the log knows it. */
  readonly isTold: boolean;
  /** Accounts for which nothing can be written. */
  readonly unreached: ReadonlySet<string>;
  /** The account the next look begins behind. */
  readonly past: string | undefined;
};

/**
 * The turns of one process at the queue. Where tables are spread over machines and a turn failed, the next ones ask which nodes answer,
 * and settle and claim for the accounts on those, until all answer. Anywhere else each is `settleAndClaim` and no more. `chance`: from 0 to 1.
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
    if (!reach.isWhole && !isTold) log.warn('a node is away: work of the accounts on the others goes on');
    if (reach.isWhole && isTold) log.info('all nodes answer: work of all accounts goes on');
    const unreached = new Set(asked.filter((account) => !reach.reached.has(account)));
    parted = reach.isWhole ? undefined : { isTold: true, unreached, past: nextPast(reach, chance()) };
    return turned;
  };
  return {
    /** `atWork`: the accounts of what this process is at. */
    take: async (asked: Omit<ClaimRequest, 'log'>, atWork: () => readonly string[]): Promise<Turned> => {
      const given = { ...asked, log };
      if (isIdle(given)) return { claimed: [], left: [] };
      return parted ? ofSome(given, parted, atWork()) : ofAll(given);
    },
    /** Whether what became of an account's work can be written, as far as is known. */
    isReached: (accountId: string): boolean => !parted?.unreached.has(accountId),
  };
}

/** As `settleAndClaim`, for accounts whose node answers; what is settled of others is left. */
const settleAndClaimInReach = (
  services: AppServices,
  given: ClaimRequest,
  { past, asked }: { past: string | undefined; asked: readonly string[] },
): Promise<Turned & { reach: ReachableJobs }> =>
  inTransaction(services.pool, { ...NOBODY, about: 'answering' }, async (tx) => {
    const lanes = [...new Set(given.tracks.map(({ job }) => job.lane.name))];
    const reach = await reachableJobs(tx, { lanes, now: services.now(), past, accounts: asked });
    limitToAccounts(tx, reach.due);
    const isReached = ({ settled }: JobResult): boolean => reach.reached.has(settled.job.accountId);
    const { yes = [], no = [] } = Object.groupBy(given.settled, (one) => (isReached(one) ? 'yes' : 'no'));
    // Asked among nobody, the engine asks every node.
    const isAny = reach.due.length > 0;
    const asking = { tracks: isAny ? given.tracks : [], wake: isAny && given.wake };
    const claimed = await settleAndClaimIn(tx, services, { ...given, ...asking, settled: yes });
    return { commit: true, answer: { reach, claimed, left: no } };
  });

/** Where many have work the next look begins behind one of them, whichever: so each is come by, whoever has thousands. */
const nextPast = ({ isAll, due }: ReachableJobs, chance: number): string | undefined =>
  isAll ? undefined : due[Math.floor(chance * due.length)];
