import { PATIENCE_SECONDS } from '../domain/webhook/endpoint.ts';
import type { World } from '../operations/perform.ts';
import {
  claimDeliveries,
  type Due,
  type GivenUp,
  NOBODY,
  QUEUE_BEGIN,
  type QueuePlace,
  type Settled,
  settleDeliveries,
} from '../store/deliveries.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import type { Lane } from './tries-under-way.ts';

export type Turn = {
  settled: readonly Settled[];
  /** Lanes to claim in, with the room in each and where the last claim ended. */
  claims: readonly { lane: Lane; room: number; past: QueuePlace | undefined }[];
  busy: ReadonlyMap<string, number>;
  leaseSeconds: number;
  /** Tells of an endpoint that was given up, in the same transaction. */
  tellGivenUp: (tx: Tx, given: GivenUp) => Promise<void>;
};

/** What was claimed in a lane. `next` is where to go on, where the room was taken before the end of the queue. */
export type Claimed = { lane: Lane; dues: readonly Due[]; next: QueuePlace | undefined; isWhole: boolean };

/**
 * Writes what tries came to, and takes what is due: one transaction, and one round trip unless an endpoint is given up.
 * Where nothing is to be written or claimed, the database is not asked.
 */
export async function settleAndClaim(world: World, turn: Turn): Promise<Claimed[]> {
  const claims = turn.claims.filter(({ room }) => room > 0);
  if (turn.settled.length === 0 && claims.length === 0) return [];
  return inTransaction(world.pool, NOBODY, async (tx) => {
    const now = world.now();
    const [givenUp, ...claimed] = await Promise.all([
      turn.settled.length > 0 ? settleDeliveries(tx, turn.settled, { now, patienceSeconds: PATIENCE_SECONDS }) : [],
      ...claims.map((claim) => claimIn(tx, claim, { now, busy: turn.busy, leaseSeconds: turn.leaseSeconds })),
    ]);
    for (const each of givenUp) await turn.tellGivenUp(tx, each);
    return { commit: true, answer: claimed };
  });
}

async function claimIn(
  tx: Tx,
  { lane, room, past }: Turn['claims'][number],
  given: { now: number; busy: ReadonlyMap<string, number>; leaseSeconds: number },
): Promise<Claimed> {
  const { troubled, share } = lane;
  const asked = { troubled, share, room, past: past ?? QUEUE_BEGIN, ...given };
  const dues = await claimDeliveries(tx, asked);
  return { lane, dues, next: dues.length < room ? undefined : dues.at(-1), isWhole: past === undefined };
}
