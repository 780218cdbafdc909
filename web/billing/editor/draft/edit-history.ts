import type { Draft } from './draft.ts';

/** What was done at once, and what it put in place of what. `what` names the field, so that keystrokes become one step. */
type Step = {
  readonly what: string;
  readonly before: Partial<Draft>;
  readonly after: Partial<Draft>;
  readonly at: number;
};

/** What can be undone, and what can be done again. */
export type History = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

export const emptyHistory: History = { done: [], undone: [] };

/** Keystrokes closer together than this are one step. Milliseconds. */
const ONE_STEP_MS = 1_200;
const STEPS_MAX = 200;

/** The history after an edit. A new edit ends what could have been done again. */
export function remembered({ done }: History, step: Step): History {
  const last = done.at(-1);
  const goesOn =
    last && last.what === step.what && step.at - last.at < ONE_STEP_MS && sameFields(last.after, step.after);
  if (!goesOn) return { done: [...done, step].slice(-STEPS_MAX), undone: [] };
  return { done: [...done.slice(0, -1), { ...step, before: last.before }], undone: [] };
}

/** Undoes the last step: the inverse edit, and the history after it. */
export function undone({ done, undone: ahead }: History): { edit: Partial<Draft>; history: History } | undefined {
  const last = done.at(-1);
  return last && { edit: last.before, history: { done: done.slice(0, -1), undone: [...ahead, last] } };
}

/** Does again what was undone last. */
export function redone({ done, undone: ahead }: History): { edit: Partial<Draft>; history: History } | undefined {
  const next = ahead.at(-1);
  // What is typed now is a step of its own.
  return (
    next && {
      edit: next.after,
      history: { done: [...done, { ...next, at: Number.NEGATIVE_INFINITY }], undone: ahead.slice(0, -1) },
    }
  );
}

const sameFields = (one: object, other: object): boolean =>
  Object.keys(one).sort().join() === Object.keys(other).sort().join();
