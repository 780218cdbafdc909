import type { ConcurrencyLimits } from './process-limits.ts';

/** Limits concurrent work of one kind, with a share for each account. */
export type ConcurrencyLimiter = {
  readonly name: string;
  /**
   * Waits for the turn of work, and returns the function to call when the work is over. Rejects
   * with `ConcurrencyLimitError`, which gives the reason. `gone` signals that the caller has
   * disconnected: work that has not started is then dropped. Only requested if there is a wait.
   */
  readonly enter: (accountId: string, gone?: GetAbortSignal) => Promise<Leave>;
  /** Runs work when its turn comes, at once if there is room; rejects like `enter`. */
  readonly run: <T>(accountId: string, work: () => Promise<T>, gone?: GetAbortSignal) => Promise<T>;
  /** Rejects waiting and new work. Running work continues. */
  readonly close: () => void;
  readonly waiting: () => number;
  /** Milliseconds the longest waiting work has waited; 0 if none waits. */
  readonly oldestMs: () => number;
};

/** Ends work that had its turn. Call it exactly once. */
export type Leave = () => void;

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
  readonly limiter: string;
  readonly reason: 'share' | 'time' | 'closed' | 'gone';
  /** The account itself keeps the queue busy, not others. */
  readonly byItself: boolean;

  constructor(limiter: string, reason: ConcurrencyLimitError['reason'], byItself = false) {
    super(`concurrency limit ${limiter}: ${reason}`);
    this.limiter = limiter;
    this.reason = reason;
    this.byItself = byItself || reason === 'share';
  }
}

/**
 * Creates a limiter. Waiting accounts take turns, however much work one of them has; within an
 * account, first in, first out.
 */
export function createConcurrencyLimiter(name: string, limits: ConcurrencyLimits): ConcurrencyLimiter {
  const state: State = { name, limits, running: 0, runningOf: new Map(), queues: new Map(), isClosed: false };
  /** Begins at once if there is room (undefined), otherwise in its turn. */
  const begun = (accountId: string, gone?: GetAbortSignal): Promise<void> | undefined => {
    if (state.isClosed) throw new ConcurrencyLimitError(name, 'closed');
    if (!hasRoom(state, accountId)) return turn(state, accountId, gone);
    begin(state, accountId);
    return undefined;
  };
  return {
    name,
    enter: async (accountId, gone) => {
      await begun(accountId, gone);
      return () => end(state, accountId);
    },
    run: async (accountId, work, gone) => {
      const wait = begun(accountId, gone);
      if (wait) await wait;
      try {
        return await work();
      } finally {
        end(state, accountId);
      }
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
  readonly limits: ConcurrencyLimits;
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

function begin(state: State, accountId: string): void {
  state.running += 1;
  state.runningOf.set(accountId, (state.runningOf.get(accountId) ?? 0) + 1);
}

function end(state: State, accountId: string): void {
  state.running -= 1;
  const left = (state.runningOf.get(accountId) ?? 1) - 1;
  if (left > 0) state.runningOf.set(accountId, left);
  else state.runningOf.delete(accountId);
  beginNext(state);
}

async function turn(state: State, accountId: string, getSignal: GetAbortSignal | undefined): Promise<void> {
  const { name, limits, queues, runningOf } = state;
  if ((queues.get(accountId)?.length ?? 0) >= limits.waitingPerAccountMax)
    throw new ConcurrencyLimitError(name, 'share');
  const gone = getSignal?.();
  if (gone?.aborted) throw new ConcurrencyLimitError(name, 'gone');
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
    begin(state, accountId);
    next?.begin();
    return;
  }
}
