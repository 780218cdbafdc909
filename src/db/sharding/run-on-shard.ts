import type pg from 'pg';
import { NO_ACCOUNT } from '../row-security.ts';
import type { TransactionScope } from '../tx.ts';
import type { NodeMonitor, Visit } from './node-monitor.ts';
import { isShardMoved } from './shard-moved-error.ts';
import { nodeMonitorOf } from './sharded-pools.ts';

/** Attempts for a transaction whose account is moving to another node. */
const TRIES_MAX = 4;

/**
 * Runs a transaction on the node of its account. On a single database it runs once. With sharding
 * it fails at once if the node is unresponsive, and is retried if a move of the account aborted it.
 */
export async function runOnShard<T>(
  pool: pg.Pool,
  scope: TransactionScope,
  run: (visit: Visit | undefined) => Promise<T>,
): Promise<T> {
  const nodes = nodeMonitorOf(pool);
  if (!nodes) return run(undefined);
  for (let tried = 1; ; tried++) {
    const visit = await visitFor(nodes, scope);
    let answered = false;
    try {
      const answer = await run(visit);
      answered = true;
      return answer;
    } catch (error) {
      if (tried === TRIES_MAX || !isShardMoved(error)) throw error;
    } finally {
      visit.leave(answered);
    }
  }
}

const visitFor = (nodes: NodeMonitor, { accountId, about = [] }: TransactionScope): Promise<Visit> => {
  if (accountId !== NO_ACCOUNT) return nodes.enter(accountId);
  if (about === 'answering') return nodes.enterAnswering();
  return about === 'all' ? nodes.enterAll() : nodes.enter(...about);
};
