import type pg from 'pg';
import { openPool } from '../../src/db/connections/pool.ts';
import { claimJobs, NO_ACCOUNT_SCOPE } from '../../src/db/job-queue.ts';
import { enableSharding } from '../../src/db/sharding/sharded-pools.ts';
import { inTransaction, type TransactionScope } from '../../src/db/transaction.ts';
import { type Killing, onNode } from './killed-node.ts';
import { accountOnEachNode, type Found, type Placed, type ShardedEnvironment } from './sharded-environment.ts';
import { WATCHES_NOTHING } from './unresponsive-node.ts';
import { until } from './wait-until.ts';

const UNHELD = 'nobody_waits_here';
const CLAIM = { troubled: false, now: 1, leaseSeconds: 1, room: 1, perAccount: 1, perShare: 1, past: undefined };
const NONE = { busyAccounts: new Map(), busyShares: new Map() };

/**
 * A worker claims jobs of an account, then queries a frozen node: its jobs are released before that
 * node answers. The same holds for a worker that has just checked which nodes answer. Controls:
 * without node monitoring, and for a worker at no node, jobs are not released.
 */
export async function unresponsiveQueue(ground: ShardedEnvironment, freezing: Killing): Promise<Found> {
  const [spared, struck] = await accountOnEachNode(ground);
  const forever = { statement_timeout: 0, query_timeout: 0 };
  const [guarded, loose] = [openPool(ground.database.serving), openPool({ ...ground.database.serving, ...forever })];
  enableSharding(guarded);
  enableSharding(loose, WATCHES_NOTHING);
  const plans = [
    { name: 'guarded', pool: guarded, about: 'all' },
    { name: 'looked', pool: guarded, about: 'answering' },
    { name: 'loose', pool: loose, about: 'all' },
    { name: 'nowhere', pool: loose, about: [] },
  ] as const;
  // Only in this query: a claim takes due jobs of any account in a queue.
  const laneOf = (name: string): string => `${name}_${lettersOf(spared.id)}`;
  const over: Promise<unknown>[] = [];
  try {
    const turns = [];
    for (const { name, pool, about } of plans) {
      await queued(ground, spared, laneOf(name));
      const turn = await claimed(pool, laneOf(name), about);
      turns.push(turn);
      over.push(turn.over);
    }
    await onNode(freezing.kill, struck.node);
    const free = (name: string) => isFree(ground, spared, laneOf(name));
    const isHeld = !(await free('guarded')) && !(await free('looked'));
    for (const { goOn } of turns) goOn();
    const areFree = async () => (await free('guarded')) && (await free('looked'));
    await until('work that turns had claimed, free again', areFree);
    const controls = [await free('loose'), await free('nowhere')];
    const why = await Promise.all(turns.slice(0, 2).map(async (turn) => String(await turn.over)));
    return {
      held: isHeld && !controls.includes(true),
      figures: `what two turns had claimed beside a silent node, one of them after a look, is free while it is silent (controls: ${controls.map((is) => (is ? 'FREE' : 'held')).join(', ')}); they were told: ${why.join(', ')}`,
    };
  } finally {
    await onNode(freezing.revive, struck.node);
    await Promise.all(over);
    await ground.owner.query('delete from billing.job where account_id = $1 and lane = any($2)', [
      spared.id,
      plans.map(({ name }) => laneOf(name)),
    ]);
    await Promise.all([guarded.end(), loose.end()]);
  }
}

/** Queue names are lower-case letters. */
const lettersOf = (id: string): string =>
  [...id.replaceAll('-', '')].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('');

const queued = ({ owner }: ShardedEnvironment, { id }: Placed, lane: string): Promise<unknown> =>
  owner.query(
    `insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $1, $2, $1, false, 1, true)`,
    [id, lane],
  );

/**
 * A transaction that has claimed jobs of a queue and then queries every node; `over` is why it
 * failed.
 */
async function claimed(
  pool: pg.Pool,
  lane: string,
  about: NonNullable<TransactionScope['about']>,
): Promise<{ goOn: () => void; over: Promise<unknown> }> {
  const [has, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const over = inTransaction(pool, { ...NO_ACCOUNT_SCOPE, about }, async (tx) => {
    const held = await claimJobs(tx, { lane, ...CLAIM, ...NONE });
    if (held.length !== 1) throw new Error(`claimed ${held.length} of one`);
    has.resolve();
    await going.promise;
    await claimJobs(tx, { lane: UNHELD, ...CLAIM, ...NONE });
    return { commit: false, answer: undefined };
  }).catch((error: unknown) => {
    has.reject(error);
    return error;
  });
  await has.promise;
  return { goOn: going.resolve, over };
}

/** Whether the row of a job can be locked. */
async function isFree({ owner }: ShardedEnvironment, { id }: Placed, lane: string): Promise<boolean> {
  const text = 'select from billing.job where account_id = $1 and lane = $2 for update skip locked';
  return (await owner.query(text, [id, lane])).rowCount === 1;
}
