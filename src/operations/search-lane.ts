import type pg from 'pg';
import { POOL_SIZE } from '../store/pool.ts';

/** Searches of one account, and of all accounts, that one process works on at a time. */
export const SEARCHES_OF_ACCOUNT_MAX = 2;
const SEARCHES_MAX = POOL_SIZE / 2;
/** Milliseconds a search may wait for its turn before it is answered with 503, as for a connection. */
const TURN_MS_MAX = 5_000;

type Waiting = { accountId: string; begin: () => void };
type Lane = { running: string[]; waiting: Waiting[] };

/** Per pool, since two services may live in one process (tests). */
const lanes = new WeakMap<pg.Pool, Lane>();

/**
 * Does the work of a search when it is its turn. A search for one letter looks at every row an account has: a few at once
 * would hold all connections, and everybody else would wait for seconds. So searches wait for each other instead, and
 * hold no connection while they do.
 */
export async function inSearchLane<T>(pool: pg.Pool, accountId: string, work: () => Promise<T>): Promise<T> {
  const lane = lanes.get(pool) ?? { running: [], waiting: [] };
  lanes.set(pool, lane);
  if (hasRoom(lane, accountId)) lane.running.push(accountId);
  else await turn(lane, accountId);
  try {
    return await work();
  } finally {
    lane.running.splice(lane.running.indexOf(accountId), 1);
    beginNext(lane);
  }
}

const hasRoom = ({ running }: Lane, accountId: string): boolean =>
  running.length < SEARCHES_MAX && running.filter((other) => other === accountId).length < SEARCHES_OF_ACCOUNT_MAX;

function turn(lane: Lane, accountId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting: Waiting = {
      accountId,
      begin: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      lane.waiting.splice(lane.waiting.indexOf(waiting), 1);
      reject(new SearchesWaiting());
    }, TURN_MS_MAX);
    lane.waiting.push(waiting);
  });
}

/** Whoever has waited longest and whose account has room. */
function beginNext(lane: Lane): void {
  const place = lane.waiting.findIndex(({ accountId }) => hasRoom(lane, accountId));
  const [next] = place < 0 ? [] : lane.waiting.splice(place, 1);
  if (!next) return;
  lane.running.push(next.accountId);
  next.begin();
}

/** Told like a PostgreSQL that has no connection left, which is what it would have come to. */
class SearchesWaiting extends Error {
  readonly code = '53300';
  constructor() {
    super('too many searches wait for their turn');
  }
}
