import type { LaneLimits } from './process-limits.ts';

/** Limits concurrent work of one kind, with a share for each account. */
export type ConcurrencyLimiter = {
  readonly name: string;
  /**
   * Runs the work when its turn comes. Rejects with `ConcurrencyLimitError`, which gives the
   * reason. `gone` signals that the caller has disconnected: work that has not started is then
   * dropped. Only requested if there is a wait.
   */
  readonly run: <T>(accountId: string, work: () => Promise<T>, gone?: GetAbortSignal) => Promise<T>;
  /** Rejects waiting and new work. Running work continues. */
  readonly close: () => void;
  readonly waiting: () => number;
  /** Milliseconds the longest waiting work has waited; 0 if none waits. */
  readonly oldestMs: () => number;
};

/**
 * Returns the signal of the caller's disconnection. Created on first use, because most requests
 * never wait.
 */
export type GetAbortSignal = () => AbortSignal;

/**
 * Why work did not run: too much of the account's work is waiting (`share`), its turn did not come
 * in time (`time`), the process is ending (`closed`), the caller disconnected (`gone`).
 */
export class ConcurrencyLimitError extends Error {
  readonly lane: string;
  readonly reason: 'share' | 'time' | 'closed' | 'gone';
  /** The account itself keeps the queue busy, not others. */
  readonly byItself: boolean;

  constructor(lane: string, reason: ConcurrencyLimitError['reason'], byItself = false) {
    super(`concurrency limit ${lane}: ${reason}`);
    this.lane = lane;
    this.reason = reason;
    this.byItself = byItself || reason === 'share';
  }
}

/**
 * Creates a limiter. Waiting accounts take turns, however much work one of them has; within an
 * account, first in, first out.
 */
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
  /** In the order of their next turn. Never contains empty queues. */
  readonly queues: Map<string, Waiting[]>;
  isClosed: boolean;
};
type Waiting = {
  /** Milliseconds of the process clock. */
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

/** Starts work of the next account with free capacity; that account then goes to the end. */
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
