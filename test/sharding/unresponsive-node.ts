import type pg from 'pg';
import { openPool } from '../../src/db/connections/pool.ts';
import type { NodeMonitor, Visit } from '../../src/db/sharding/node-monitor.ts';
import { enableSharding } from '../../src/db/sharding/sharded-pools.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { type Killing, killedNode, onNode } from './killed-node.ts';
import { accountOnEachNode, type Found, type Placed, type ShardedEnvironment } from './sharded-environment.ts';
import { until } from './wait-until.ts';

/** Connections of a process; as many requests target an account on the frozen node. */
const CONNECTIONS = 4;
const LOOK = sql`select account_id from billing.account where account_id = $1`;
const NOWHERE: Visit = { holds: () => {}, leave: () => {} };
const toNowhere = async () => NOWHERE;
export const WATCHES_NOTHING: NodeMonitor = { enter: toNowhere, enterAll: toNowhere, enterAnswering: toNowhere };

/**
 * Freezes a node: it accepts data and never answers. Two accounts bill meanwhile, as with a killed
 * node. Then requests for its account use all connections, and another account is still served.
 * Control: without node monitoring it is refused, because all connections wait.
 */
export async function unresponsiveNode(ground: ShardedEnvironment, freezing: Killing): Promise<Found> {
  const billed = await killedNode(ground, freezing);
  const [spared, struck] = await accountOnEachNode(ground);
  const [guarded, loose] = [openPool(ground.database.serving, SIZE), openPool(ground.database.serving, SIZE)];
  enableSharding(guarded);
  enableSharding(loose, WATCHES_NOTHING);
  const pools = [guarded, loose];
  await Promise.all(pools.map((pool) => Promise.all([...filled(pool, struck), ask(pool, spared)])));
  await onNode(freezing.kill, struck.node);
  try {
    const unwatched = filled(loose, struck);
    const control = await ask(loose, spared);
    const waiting = filled(guarded, struck);
    await until('an answer beside the silent node', async () => (await ask(guarded, spared)) === undefined);
    const refused = await Promise.all(waiting);
    const next = await ask(guarded, struck);
    await onNode(freezing.revive, struck.node);
    await Promise.all(unwatched);
    await until('an answer once the node speaks', async () => (await ask(guarded, struck)) === undefined);
    return {
      held: billed.held && control !== undefined && refused.every((why) => why !== undefined) && next !== undefined,
      figures: `${billed.figures}; with all connections asking for it the other account is answered (control: ${control ?? 'ANSWERED'}); its own is told: ${next ?? 'ANSWERED'}`,
    };
  } finally {
    await onNode(freezing.revive, struck.node);
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

const SIZE = { size: CONNECTIONS };

const filled = (pool: pg.Pool, struck: Placed): Promise<string | undefined>[] =>
  Array.from({ length: CONNECTIONS }, () => ask(pool, struck));

/** Why an account’s row could not be read; undefined if it could. */
const ask = (pool: pg.Pool, { id }: Placed): Promise<string | undefined> =>
  inTransaction(pool, { accountId: id, test: false, isReadOnly: true }, async (tx) => ({
    commit: true,
    answer: await tx.read(LOOK, [id]),
  })).then(
    () => undefined,
    (error: unknown) => String(error),
  );
