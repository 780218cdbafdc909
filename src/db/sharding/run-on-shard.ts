import type pg from 'pg';
import { NO_ACCOUNT } from '../row-security.ts';
import type { TransactionScope } from '../tx.ts';
import type { NodeMonitor, Visit } from './node-monitor.ts';
import { isMoved } from './shard-moved-error.ts';
import { nodeMonitorOf } from './sharded-pools.ts';

/** Times a transaction is tried whose account is being moved to another node. */
const TRIES_MAX = 4;

/**
 * Runs a transaction where its account lives. On one database it runs once. Where tables are
 * distributed over nodes it fails at once if its node is silent, and it is run again, with all its
 * work, if a move of the account undid it.
 */
export async function onNodes<T>(
  pool: pg.Pool,
  whose: TransactionScope,
  run: (visit: Visit | undefined) => Promise<T>,
): Promise<T> {
  const nodes = nodeMonitorOf(pool);
  if (!nodes) return run(undefined);
  for (let tried = 1; ; tried++) {
    const visit = await visitFor(nodes, whose);
    let answered = false;
    try {
      const answer = await run(visit);
      answered = true;
      return answer;
    } catch (error) {
      if (tried === TRIES_MAX || !isMoved(error)) throw error;
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
