import { sql, type Tx } from '../transaction.ts';

/** What can be known of the queue while a node may be away. */
export type ReachableJobs = {
  /** Every node that holds accounts answers. */
  readonly isWhole: boolean;
  /** Accounts on nodes that answer, which something is due for; by `isAll` all of them, behind the one they were asked from. */
  readonly due: readonly string[];
  readonly isAll: boolean;
  /** Of the accounts that were asked about, those on nodes that answer. */
  readonly reached: ReadonlySet<string>;
};

/** `now`: Unix seconds. `past`: an account to look behind, in the order of ids. `accounts`: who is asked about besides. */
type Asked = {
  readonly lanes: readonly string[];
  readonly now: number;
  readonly past: string | undefined;
  readonly accounts: readonly string[];
};

const IN_REACH = sql`select is_whole, is_all, due, reached from billing.work_in_reach($1, $2, $3, $4)`;
const LOOK_AT = sql`select set_config('app.in_reach', $1, true)`;

/**
 * Asks each node by itself, so that one that is away fails nothing: two seconds are waited for it. Only where tables are spread.
 */
export async function reachableJobs(tx: Tx, { lanes, now, past, accounts }: Asked): Promise<ReachableJobs> {
  const [row] = await tx.read(IN_REACH, [lanes, now, past ?? null, accounts]);
  if (!row) throw new Error('nodes were not asked');
  return { isWhole: row.is_whole, isAll: row.is_all, due: row.due, reached: new Set(row.reached) };
}

/** Until the transaction ends only jobs of these accounts are woken and claimed: a statement about others would ask their nodes. */
export const limitToAccounts = (tx: Tx, accounts: readonly string[]): void =>
  tx.write(LOOK_AT, [`{${accounts.join(',')}}`]);
