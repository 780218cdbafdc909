import type { LaneLimits } from './process-limits.ts';

/** Work of one sort that is done a few at a time, with a share for each account. */
export type ConcurrencyLimiter = {
  readonly name: string;
  /**
   * Does the work when it is its turn. Refused by a `ConcurrencyLimitError`, which says why. `gone` tells that nobody waits for the
   * answer any more: what has not begun then never begins. It is asked for only where there is a wait.
   */
  readonly run: <T>(accountId: string, work: () => Promise<T>, gone?: GetAbortSignal) => Promise<T>;
  /** Refuses whoever waits, and whoever comes. What runs goes on. */
  readonly close: () => void;
  readonly waiting: () => number;
  /** Milliseconds the one who has waited longest has; 0 where nobody waits. */
  readonly oldestMs: () => number;
};

/** Gives the signal that the caller has gone; made when it is first asked for, since most requests never wait. */
export type GetAbortSignal = () => AbortSignal;

/**
 * Why work was not done: its account has too much waiting already (`share`), its turn did not come in time (`time`), the
 * process is ending (`closed`), its caller went away (`gone`).
 */
export class ConcurrencyLimitError extends Error {
  readonly lane: string;
  readonly reason: 'share' | 'time' | 'closed' | 'gone';
  /** The account itself keeps the lane busy, not the others. */
  readonly byItself: boolean;

  constructor(lane: string, reason: ConcurrencyLimitError['reason'], byItself = false) {
    super(`not done in the lane of ${lane}: ${reason}`);
    this.lane = lane;
    this.reason = reason;
    this.byItself = byItself || reason === 'share';
  }
}

/** Opens a lane. Accounts that wait take turns, however much one of them has waiting; within an account the first comes first. */
export function createConcurrencyLimiter(name: string, limits: LaneLimits): ConcurrencyLimiter {
  const state: State = { name, limits, running: 0, runningOf: new Map(), queues: new Map(), isClosed: false };
  return {
    name,
    run: (accountId, work, gone) => {
      if (state.isClosed) return Promise.reject(new ConcurrencyLimitError(name, 'closed'));
      if (hasRoom(state, accountId)) {
        enter(state, accountId);
        return done(state, accountId, work);
      }
      const share = state.queues.get(accountId)?.length ?? 0;
      if (share >= limits.waitingPerAccountMax) return Promise.reject(new ConcurrencyLimitError(name, 'share'));
      return doneInTurn(state, accountId, work, gone);
    },
    waiting: () => [...state.queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    oldestMs: () => {
      const now = performance.now();
      return Math.max(0, ...[...state.queues.values()].map(([first]) => now - (first?.since ?? now)));
    },
    close: () => {
      state.isClosed = true;
      for (const waiting of [...state.queues.values()].flat()) waiting.refuse('closed');
    },
  };
}

type State = {
  readonly name: string;
  readonly limits: LaneLimits;
  running: number;
  readonly runningOf: Map<string, number>;
  /** In the order of their next turn. None is empty. */
  readonly queues: Map<string, Waiting[]>;
  isClosed: boolean;
};
type Waiting = {
  /** By the clock of the process, in milliseconds. */
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (reason: ConcurrencyLimitError['reason']) => void;
};

const hasRoom = ({ running, runningOf, limits }: State, accountId: string): boolean =>
  running < limits.runningMax && (runningOf.get(accountId) ?? 0) < limits.runningPerAccountMax;

function enter(state: State, accountId: string): void {
  state.running += 1;
  state.runningOf.set(accountId, (state.runningOf.get(accountId) ?? 0) + 1);
}

async function done<T>(state: State, accountId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    state.running -= 1;
    const left = (state.runningOf.get(accountId) ?? 1) - 1;
    if (left > 0) state.runningOf.set(accountId, left);
    else state.runningOf.delete(accountId);
    beginNext(state);
  }
}

async function doneInTurn<T>(
  state: State,
  accountId: string,
  work: () => Promise<T>,
  gone: GetAbortSignal | undefined,
): Promise<T> {
  const signal = gone?.();
  if (signal?.aborted) throw new ConcurrencyLimitError(state.name, 'gone');
  await turn(state, accountId, signal);
  return done(state, accountId, work);
}

function turn(state: State, accountId: string, gone: AbortSignal | undefined): Promise<void> {
  const { name, limits, queues, runningOf } = state;
  return new Promise((resolve, reject) => {
    const over = (): void => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', left);
    };
    const waiting: Waiting = {
      since: performance.now(),
      begin: () => {
        over();
        resolve();
      },
      refuse: (reason) => {
        over();
        takeOut(queues, accountId, waiting);
        const byItself = reason === 'time' && (runningOf.get(accountId) ?? 0) >= limits.runningPerAccountMax;
        reject(new ConcurrencyLimitError(name, reason, byItself));
      },
    };
    const left = (): void => waiting.refuse('gone');
    const timer = setTimeout(() => waiting.refuse('time'), limits.waitMs);
    gone?.addEventListener('abort', left);
    const queue = queues.get(accountId);
    if (queue) queue.push(waiting);
    else queues.set(accountId, [waiting]);
  });
}

function takeOut(queues: State['queues'], accountId: string, waiting: Waiting): void {
  const queue = queues.get(accountId) ?? [];
  const place = queue.indexOf(waiting);
  if (place >= 0) queue.splice(place, 1);
  if (queue.length === 0) queues.delete(accountId);
}

/** The account whose turn it is, of those that have room; its next turn comes after everybody else's. */
function beginNext(state: State): void {
  for (const [accountId, queue] of state.queues) {
    if (!hasRoom(state, accountId)) continue;
    state.queues.delete(accountId);
    const next = queue.shift();
    if (queue.length > 0) state.queues.set(accountId, queue);
    enter(state, accountId);
    next?.begin();
    return;
  }
}
