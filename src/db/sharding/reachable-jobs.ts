import { sql, type Tx } from '../transaction.ts';

/** What is known about the queue while a node may be down. */
export type ReachableJobs = {
  /** Whether every node with accounts answers. */
  readonly isWhole: boolean;
  /**
   * Accounts on reachable nodes with due jobs; with `isAll` all of them after the starting
   * account.
   */
  readonly due: readonly string[];
  readonly isAll: boolean;
  /** The given accounts that are on reachable nodes. */
  readonly reached: ReadonlySet<string>;
};

/**
 * `now`: Unix seconds. `past`: the account to start after, in ID order. `accounts`: further
 * accounts to check.
 */
type JobsQuery = {
  readonly lanes: readonly string[];
  readonly now: number;
  readonly past: string | undefined;
  readonly accounts: readonly string[];
};

const IN_REACH = sql`select is_whole, is_all, due, reached from billing.work_in_reach($1, $2, $3, $4)`;
const LOOK_AT = sql`select set_config('app.in_reach', $1, true)`;

/**
 * Queries each node separately with a timeout of two seconds, so that a node that is down does not
 * make the query fail. Only with sharding.
 */
export async function reachableJobs(tx: Tx, { lanes, now, past, accounts }: JobsQuery): Promise<ReachableJobs> {
  const [row] = await tx.read(IN_REACH, [lanes, now, past ?? null, accounts]);
  if (!row) throw new Error('the nodes were not queried');
  return { isWhole: row.is_whole, isAll: row.is_all, due: row.due, reached: new Set(row.reached) };
}

/**
 * Limits waking and claiming jobs to these accounts until the transaction ends, because a
 * statement about others would query their nodes.
 */
export const limitToAccounts = (tx: Tx, accounts: readonly string[]): void =>
  tx.write(LOOK_AT, [`{${accounts.join(',')}}`]);
