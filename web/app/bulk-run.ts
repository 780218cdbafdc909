import { useRef, useState } from 'react';
import { Offline } from '../client/problem.ts';

/** An item of a bulk action that failed, with its error. */
export type Failure<T> = { readonly each: T; readonly error: unknown };

/** Progress of a bulk action. */
export type Run<T> = {
  readonly name: string;
  readonly of: number;
  readonly done: readonly T[];
  readonly failed: readonly Failure<T>[];
  readonly isOver: boolean;
};

/** Processes one item. The idempotency key makes a retry safe. */
export type BulkAction<T> = (each: T, key: (of: string) => string) => Promise<void>;

/**
 * Runs an action on items one after the other and reports progress. A failure does not stop the
 * others. `again` retries the failed items; an unanswered request is sent with the same key, so
 * that it takes effect once.
 */
export function useBulkRun<T>(idOf: (each: T) => string) {
  const [run, setRun] = useState<Run<T>>();
  const isStopped = useRef(false);
  const keys = useRef(new Map<string, string>());

  const start = async (name: string, all: readonly T[], act: BulkAction<T>): Promise<Run<T>> => {
    isStopped.current = false;
    let now: Run<T> = { name, of: all.length, done: [], failed: [], isOver: false };
    setRun(now);
    for (const each of all) {
      if (isStopped.current) break;
      const key = (of: string): string => kept(keys.current, `${name} ${of} ${idOf(each)}`);
      try {
        await act(each, key);
        now = { ...now, done: [...now.done, each] };
      } catch (error) {
        // A refused item may be retried with a new key once it is fixed; an unanswered one must not
        // take effect twice.
        if (!(error instanceof Offline)) forget(keys.current, idOf(each));
        now = { ...now, failed: [...now.failed, { each, error }] };
      }
      setRun(now);
    }
    now = { ...now, isOver: true };
    setRun(now);
    return now;
  };
  return {
    run,
    start,
    stop: () => {
      isStopped.current = true;
    },
    close: () => {
      keys.current.clear();
      setRun(undefined);
    },
  };
}

function kept(keys: Map<string, string>, of: string): string {
  const key = keys.get(of) ?? crypto.randomUUID();
  keys.set(of, key);
  return key;
}

function forget(keys: Map<string, string>, id: string): void {
  for (const of of keys.keys()) if (of.endsWith(id)) keys.delete(of);
}
