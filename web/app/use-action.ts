import { useState } from 'react';
import { isProblem, type Problem } from '../client/problem.ts';

/** State of an action that runs once at a time: running, and its error. */
export type Act<A extends readonly unknown[]> = {
  readonly run: (...given: A) => Promise<void>;
  readonly isRunning: boolean;
  readonly error: unknown;
  /** The error, if the service refused. */
  readonly problem: Problem | undefined;
  readonly forget: () => void;
};

/** Wraps `act` so that it runs once at a time, and keeps its error for the form. */
export function useAction<A extends readonly unknown[]>(act: (...given: A) => Promise<unknown>): Act<A> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    isRunning,
    error,
    problem: isProblem(error) ? error : undefined,
    forget: () => setError(undefined),
    run: async (...given) => {
      if (isRunning) return;
      setRunning(true);
      setError(undefined);
      try {
        await act(...given);
      } catch (caught) {
        setError(caught);
      } finally {
        setRunning(false);
      }
    },
  };
}
