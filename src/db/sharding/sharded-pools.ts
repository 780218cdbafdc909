import type pg from 'pg';
import type { Statement } from '../statement.ts';
import { nodeConnectionsOf } from './node-connections.ts';
import { type NodeMonitor, openNodeMonitor } from './node-monitor.ts';

/** Pools of sharded databases and their node monitors. */
const spread = new WeakMap<pg.Pool, NodeMonitor>();

/**
 * From now on, transactions of `pool` set their account on the nodes, pin its shard, and do not
 * wait for unresponsive nodes.
 */
export const enableSharding = (pool: pg.Pool, watch: NodeMonitor = openNodeMonitor(nodeConnectionsOf(pool))): void =>
  void spread.set(pool, watch);

/** The node monitor of a pool; undefined without sharding. */
export const nodeMonitorOf = (pool: pg.Pool): NodeMonitor | undefined => spread.get(pool);

/** Whether the tables of `pool` are distributed. */
export const isSharded = (pool: pg.Pool): boolean => spread.has(pool);

/**
 * The only place that chooses connections for an account. Today all use the same entry node, which
 * forwards queries; connecting directly to an account's node can be added here.
 * docs/decisions/0061-spread.md
 */
export const poolOf = (pool: pg.Pool, _accountId: string): pg.Pool => pool;

/**
 * A deletion that matches no row. Any write keeps the rows of an account on their node until the
 * transaction ends. A row lock does not: rows locked before a move could change after it.
 */
export const PIN_SHARD: Statement = {
  name: 'hold_place',
  text: "delete from billing.theme_default where account_id = $1 and kind = '-'",
};
