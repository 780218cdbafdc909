import { useRef, useState } from 'react';
import { Offline } from '../client/problem.ts';

/** One thing of many that could not be done, and why. */
export type Failure<T> = { readonly each: T; readonly error: unknown };

/** How far an act on many has come. */
export type Run<T> = {
  readonly name: string;
  readonly of: number;
  readonly done: readonly T[];
  readonly failed: readonly Failure<T>[];
  readonly isOver: boolean;
};

/** What does one of many. Its key makes a second try of the same do nothing twice. */
export type BulkAction<T> = (each: T, key: (of: string) => string) => Promise<void>;

/**
 * Does an act for one after the other and tells how far it has come. What fails does not keep the others back. `again` tries what
 * failed: what was never answered is sent with the same key, so that it is done once.
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
        // What was refused may be asked anew once it is mended; what was not answered must not happen twice.
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
