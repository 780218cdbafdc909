import { useState } from 'react';
import { isProblem, type Problem } from '../client/problem.ts';

/** Something a person does once at a time: whether it is being done, and why it failed. */
export type Act<A extends readonly unknown[]> = {
  readonly run: (...given: A) => Promise<void>;
  readonly isRunning: boolean;
  readonly error: unknown;
  /** The error, where the service refused. */
  readonly problem: Problem | undefined;
  readonly forget: () => void;
};

/** Does `act` when asked, once at a time, and keeps why it failed for the form to show. */
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
