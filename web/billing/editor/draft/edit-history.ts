import type { Draft } from './draft.ts';

/**
 * One step: the changed values, before and after. `what` names the field, so that its keystrokes
 * merge into one step.
 */
type Step = {
  readonly what: string;
  readonly before: Partial<Draft>;
  readonly after: Partial<Draft>;
  readonly at: number;
};

/** The undo and redo stacks. */
export type History = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

export const emptyHistory: History = { done: [], undone: [] };

/** Keystrokes within this many milliseconds are one step. */
const ONE_STEP_MS = 1_200;
const STEPS_MAX = 200;

/** Adds an edit. A new edit clears the redo stack. */
export function remembered({ done }: History, step: Step): History {
  const last = done.at(-1);
  const goesOn =
    last && last.what === step.what && step.at - last.at < ONE_STEP_MS && sameFields(last.after, step.after);
  if (!goesOn) return { done: [...done, step].slice(-STEPS_MAX), undone: [] };
  return { done: [...done.slice(0, -1), { ...step, before: last.before }], undone: [] };
}

/** Undoes the last step: returns the inverse edit and the new history. */
export function undone({ done, undone: ahead }: History): { edit: Partial<Draft>; history: History } | undefined {
  const last = done.at(-1);
  return last && { edit: last.before, history: { done: done.slice(0, -1), undone: [...ahead, last] } };
}

/** Redoes the last undone step. */
export function redone({ done, undone: ahead }: History): { edit: Partial<Draft>; history: History } | undefined {
  const next = ahead.at(-1);
  // Ends the current step: the next keystroke starts a new one.
  return (
    next && {
      edit: next.after,
      history: { done: [...done, { ...next, at: Number.NEGATIVE_INFINITY }], undone: ahead.slice(0, -1) },
    }
  );
}

const sameFields = (one: object, other: object): boolean =>
  Object.keys(one).sort().join() === Object.keys(other).sort().join();
