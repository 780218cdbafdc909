import type pg from 'pg';
import { claimJobs, NOBODY } from '../../src/store/jobs.ts';
import { openPool } from '../../src/store/pool.ts';
import { enterSpread } from '../../src/store/spread/pool-of.ts';
import { inTransaction } from '../../src/store/transaction.ts';
import { type Killing, onNode } from './killed-node.ts';
import { WATCHES_NOTHING } from './silent-node.ts';
import { type Found, type Placed, type SpreadGround, twoPlaced } from './spread-ground.ts';
import { until } from './until.ts';

const UNHELD = 'nobody_waits_here';
const CLAIM = { troubled: false, now: 1, leaseSeconds: 1, room: 1, perAccount: 1, perShare: 1, past: undefined };
const NONE = { busyAccounts: new Map(), busyShares: new Map() };

/**
 * A turn at the queue has claimed work of an account, and then asks a node that is frozen: what it claimed is free again for others before
 * that node speaks. The control, where nobody watches nodes: it is not, though nobody waits for that turn any longer than for the other.
 */
export async function silentTurn(ground: SpreadGround, freezing: Killing): Promise<Found> {
  const [spared, struck] = await twoPlaced(ground);
  const forever = { statement_timeout: 0, query_timeout: 0 };
  const [guarded, loose] = [openPool(ground.database.serving), openPool({ ...ground.database.serving, ...forever })];
  enterSpread(guarded);
  enterSpread(loose, WATCHES_NOTHING);
  const over: Promise<unknown>[] = [];
  // Of this look alone: a claim takes what is due in a lane of whichever account.
  const [guardedLane, looseLane] = [`guarded_${lettersOf(spared.id)}`, `loose_${lettersOf(spared.id)}`];
  try {
    const turns = [];
    for (const [pool, lane] of [
      [guarded, guardedLane],
      [loose, looseLane],
    ] as const) {
      await queued(ground, spared, lane);
      const turn = await claimed(pool, lane);
      turns.push(turn);
      over.push(turn.over);
    }
    await onNode(freezing.kill, struck.node);
    const isHeld = !(await isFree(ground, spared, guardedLane));
    for (const { goOn } of turns) goOn();
    await until('work that a turn had claimed, free again', () => isFree(ground, spared, guardedLane));
    const control = await isFree(ground, spared, looseLane);
    const why = String(await turns[0]?.over);
    return {
      held: isHeld && !control,
      figures: `what a turn had claimed beside a silent node is free while it is silent (control: ${control ? 'FREE' : 'held'}); the turn was told: ${why}`,
    };
  } finally {
    await onNode(freezing.revive, struck.node);
    await Promise.all(over);
    await ground.owner.query('delete from billing.job where account_id = $1 and lane = any($2)', [
      spared.id,
      [guardedLane, looseLane],
    ]);
    await Promise.all([guarded.end(), loose.end()]);
  }
}

/** Lanes are named by small letters. */
const lettersOf = (id: string): string =>
  [...id.replaceAll('-', '')].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('');

const queued = ({ owner }: SpreadGround, { id }: Placed, lane: string): Promise<unknown> =>
  owner.query(
    `insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $1, $2, $1, false, 1, true)`,
    [id, lane],
  );

/** A transaction that has claimed what is in a lane, and asks every node again once it is to go on; `over` is why it failed. */
async function claimed(pool: pg.Pool, lane: string): Promise<{ goOn: () => void; over: Promise<unknown> }> {
  const [has, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const over = inTransaction(pool, { ...NOBODY, about: 'all' }, async (tx) => {
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
async function isFree({ owner }: SpreadGround, { id }: Placed, lane: string): Promise<boolean> {
  const text = 'select from billing.job where account_id = $1 and lane = $2 for update skip locked';
  return (await owner.query(text, [id, lane])).rowCount === 1;
}
