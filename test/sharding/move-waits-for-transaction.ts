import pg from 'pg';
import { openPool } from '../../src/db/connections/pool.ts';
import { setAccount } from '../../src/db/row-security.ts';
import { listNodes, moveShardGroup, type ShardMove, shardPlacementOf } from '../../src/db/sharding/shard-placement.ts';
import { enableSharding } from '../../src/db/sharding/sharded-pools.ts';
import { inTransaction, type Statement, sql } from '../../src/db/transaction.ts';
import type { Found, ShardedEnvironment } from './sharded-environment.ts';
import { until } from './wait-until.ts';

const LOCK = sql`select account_id from billing.account where account_id = $1 for update`;
const WRITE = sql`update billing.account set settings = settings where account_id = $1 returning account_id`;

/** Opens a transaction that ends when its callback does. */
type Open = (work: (ask: (statement: Statement) => Promise<unknown>) => Promise<void>) => Promise<void>;
/**
 * What a move did during an open transaction, and whether another writer then changed the locked
 * row.
 */
type Met = { readonly went: boolean; readonly passed: boolean };

/**
 * Moves an account during an open transaction that locked one of its rows. In a service transaction
 * the move waits for its end. Control: without the placement lock the move proceeds, and the row
 * can be written on the new node, where it is not locked.
 */
export async function moveWaitsForTransaction(ground: ShardedEnvironment, accountId: string): Promise<Found> {
  const pool = openPool(ground.database.serving, { size: 1 });
  enableSharding(pool);
  const held: Open = (work) =>
    inTransaction(pool, { accountId, test: false }, async (tx) => {
      await work((statement) => tx.read(statement, [accountId]));
      return { commit: true, answer: undefined };
    });
  const loose: Open = async (work) => {
    await ground.serving.query('begin');
    for (const { text } of setAccount({ accountId, test: false })) await ground.serving.query(text);
    await work(({ text }) => ground.serving.query(text, [accountId])).finally(() => ground.serving.query('rollback'));
  };
  try {
    const [as, control] = [await meet(ground, accountId, held), await meet(ground, accountId, loose)];
    const told = ({ went, passed }: Met): string =>
      `the move ${went ? 'went by' : 'waited'}${passed ? ', and another wrote the row that was locked' : ''}`;
    return {
      held: !as.went && control.went && control.passed,
      figures: `${told(as)}; control without the hold: ${told(control)}`,
    };
  } finally {
    await pool.end();
  }
}

async function meet({ database, owner }: ShardedEnvironment, accountId: string, open: Open): Promise<Met> {
  const mover = new pg.Client(database.ownerUrl);
  await mover.connect();
  try {
    const move = await moveOf(owner, accountId);
    const pid = Number((await mover.query('select pg_backend_pid() as pid')).rows[0].pid);
    let went = false;
    let met: Met = { went, passed: false };
    let moving: Promise<void> = Promise.resolve();
    await open(async (ask) => {
      await ask(LOCK);
      moving = moveShardGroup(mover, move).then(() => {
        went = true;
      });
      moving.catch(() => {});
      await until('an end of the move, or its waiting', async () => went || (await waits(owner, pid)));
      // The state while the transaction was open.
      const passed = went && (await owner.query(WRITE.text, [accountId])).rowCount === 1;
      met = { went, passed };
    });
    await moving;
    return met;
  } finally {
    await mover.end();
  }
}

async function moveOf(owner: pg.Client, accountId: string): Promise<ShardMove> {
  const at = await shardPlacementOf(owner, accountId);
  const other = (await listNodes(owner)).find(({ host, port }) => host !== at?.from.host || port !== at.from.port);
  if (!at || !other) throw new Error('a move needs two nodes that hold accounts');
  return { ...at, to: { host: other.host, port: other.port } };
}

const waits = async (owner: pg.Client, pid: number): Promise<boolean> =>
  (await owner.query('select from pg_locks where pid = $1 and not granted', [pid])).rowCount !== 0;
