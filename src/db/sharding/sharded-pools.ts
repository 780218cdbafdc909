import type pg from 'pg';
import type { Statement } from '../statement.ts';
import { nodeConnectionsOf } from './node-connections.ts';
import { type NodeMonitor, openNodeMonitor } from './node-monitor.ts';

/** Pools of databases whose tables are spread over machines, and who watches the nodes they reach. */
const spread = new WeakMap<pg.Pool, NodeMonitor>();

/**
 * From here on transactions of `pool` tell the nodes whose they are, hold their account where it is, and wait for no node that is silent.
 */
export const enableSharding = (pool: pg.Pool, watch: NodeMonitor = openNodeMonitor(nodeConnectionsOf(pool))): void =>
  void spread.set(pool, watch);

/** Who watches the nodes of a pool; undefined where its tables are not spread. */
export const nodeMonitorOf = (pool: pg.Pool): NodeMonitor | undefined => spread.get(pool);

/** Whether the tables `pool` reaches are spread over machines. */
export const isSharded = (pool: pg.Pool): boolean => spread.has(pool);

/**
 * The one place that says where connections for an account come from. Today all enter by the same node, which passes on what it is
 * asked: an account's own node may come in here. docs/decisions/0061-spread.md
 */
export const poolOf = (pool: pg.Pool, _accountId: string): pg.Pool => pool;

/**
 * Deletes nothing. To write keeps an account's rows on their node until the transaction ends; to lock a row does not, and rows
 * locked before a move would be changed after it, unguarded.
 */
export const PIN_SHARD: Statement = {
  name: 'hold_place',
  text: "delete from billing.theme_default where account_id = $1 and kind = '-'",
};
