import type pg from 'pg';
import type { Logger } from 'pino';
import { signingSecrets } from '../domain/webhook/endpoint.ts';
import { afterTry } from '../domain/webhook/schedule.ts';
import type { World } from '../operations/perform.ts';
import { webhookHeaders } from '../seal/webhook-signature.ts';
import type { Due, QueuePlace, Settled } from '../store/deliveries.ts';
import { tellGivenUp } from './give-up-endpoint.ts';
import { guardedAgent } from './guarded-agent.ts';
import { hearDeliveries } from './hear-deliveries.ts';
import { type Post, postEvent, TRY_MS_MAX } from './post-event.ts';
import { nameServers, type ResolveHost } from './resolve-host.ts';
import { settleAndClaim } from './settle-and-claim.ts';
import { takeTurns } from './take-turns.ts';
import { type Lane, triesUnderWay } from './tries-under-way.ts';

/** Tries at once to endpoints that are well, and of one of them. */
const WELL: Lane = { troubled: false, inAll: 384, share: 16 };
/** The same to endpoints nothing reaches: what hangs never takes the places of what does not. */
const TROUBLED: Lane = { troubled: true, inAll: 128, share: 4 };
const LANES = [WELL, TROUBLED];

/** Deliveries of a lane taken in one turn: the next turn is a moment away, and each comes with its body. */
const CLAIM_MAX = 100;
/** Seconds a delivery is held by whoever tries it: longer than a try and its settling. */
const LEASE_SECONDS = 60;
/** Milliseconds between two looks for what becomes due by itself. */
const POLL_MS = 1_000;
/** Milliseconds tries may go on once the process is asked to end. */
const ENDING_MS = 3_000;

export type DeliveryGiven = {
  /** Where to listen for what is announced. */
  connection: pg.ClientConfig;
  /** By default name servers are asked. */
  resolve?: ResolveHost;
  /** Authorities to trust beside the usual ones. */
  ca?: string | Buffer;
  pollMs?: number;
  tryMs?: number;
  lanes?: readonly Lane[];
  leaseSeconds?: number;
  /** From 0 to 1; spreads the waits. */
  chance?: () => number;
};

/**
 * Delivers what was queued for every account, until stopped. Each turn writes what the last tries came to and takes what is
 * due, in one transaction of one round trip; a process that is killed loses nothing, since what it held becomes due again.
 */
export function deliverEvents(world: World, log: Logger, given: DeliveryGiven): { stop: () => Promise<void> } {
  const { allowedNetworks } = world.surroundings.webhooks;
  const resolve = given.resolve ?? nameServers({ ownNames: allowedNetworks.length > 0 });
  const agent = guardedAgent({ allowedNetworks, resolve, ca: given.ca });
  const ending = new AbortController();
  const tries = triesUnderWay();
  const places = new Map<Lane, QueuePlace | undefined>();
  let stopped = false;

  const attempt = async (due: Due): Promise<void> => {
    const at = world.now();
    const message = signed(world, due, at, log);
    const post: Post = message
      ? await postEvent(agent, message, { now: at, tryMs: given.tryMs ?? TRY_MS_MAX, signal: ending.signal })
      : { latencyMs: 0, fault: 'secret_unreadable' };
    if (ending.signal.aborted) return;
    tries.finish(due, settledBy(due, post, { at, now: world.now(), chance: (given.chance ?? Math.random)() }));
    turns.wake();
  };

  /** Settles and claims; says whether there may be more to claim at once. */
  const turn = async (): Promise<boolean> => {
    const settled = tries.takeDone();
    const claims = (given.lanes ?? LANES).map((lane) => ({
      lane,
      room: stopped ? 0 : Math.min(tries.room(lane), CLAIM_MAX),
      past: places.get(lane),
    }));
    try {
      const claimed = await settleAndClaim(world, {
        settled,
        claims,
        busy: tries.busy,
        leaseSeconds: given.leaseSeconds ?? LEASE_SECONDS,
        tellGivenUp: (tx, givenUp) => tellGivenUp(tx, givenUp, { world, log }),
      });
      for (const { lane, dues, next } of claimed) {
        places.set(lane, next);
        for (const due of dues) {
          tries.begin(due, lane);
          void attempt(due);
        }
      }
      // What ended before the end of the queue, or began in its middle, has not seen all of it.
      return claimed.some(({ next, isWhole }) => next !== undefined || !isWhole);
    } catch (error) {
      tries.putBack(settled);
      throw error;
    }
  };

  const onTrouble = (error: unknown): void => log.error({ err: error }, 'deliveries could not be claimed or settled');
  const turns = takeTurns(turn, { pollMs: given.pollMs ?? POLL_MS, onTrouble });
  const ears = hearDeliveries(given.connection, turns.wake, log);
  return {
    stop: async () => {
      stopped = true;
      await Promise.all([turns.stop(), ears.stop()]);
      await tries.ended(ENDING_MS);
      ending.abort(new Error('the process is ending'));
      await turn().catch(onTrouble);
      await agent.destroy();
    },
  };
}

/** The event as it travels, signed by every secret that is good at this time; nothing where they cannot be read. */
function signed({ surroundings }: World, due: Due, at: number, log: Logger) {
  const { webhooks, serviceName } = surroundings;
  try {
    const secrets = signingSecrets(due, at).map((locked) => webhooks.secrets.open(locked, due.endpointId));
    const signature = webhookHeaders({ id: due.eventId, timestamp: at, body: due.body }, secrets);
    const headers = { 'content-type': 'application/json', 'user-agent': `${serviceName}-Webhooks/1`, ...signature };
    return { url: due.url, headers, body: due.body };
  } catch (error) {
    log.error({ err: error, webhook: due.endpointId }, 'the secret of a webhook cannot be read: is its key another?');
    return undefined;
  }
}

function settledBy(due: Due, post: Post, given: { at: number; now: number; chance: number }): Settled {
  const { accountId, endpointId, eventId, tried } = due;
  const outcome = afterTry(
    { status: post.status, taken: post.fault === undefined, retryAfter: post.retryAfter },
    { before: tried, now: given.now, chance: given.chance },
  );
  return {
    ...{ accountId, endpointId, eventId, at: given.at },
    ...{ latencyMs: post.latencyMs, status: post.status, fault: post.fault, answer: post.answer },
    state: outcome.state,
    ...(outcome.state === 'waiting' && { nextAt: outcome.nextAt }),
  };
}
