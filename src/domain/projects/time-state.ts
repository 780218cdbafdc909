import type { Task } from './task.ts';

/**
 * The billing state of a task's time: none, to be billed, on a draft, or on a finalized document.
 */
export const timeStates = ['none', 'to_bill', 'on_draft', 'billed'] as const;
export type TimeState = (typeof timeStates)[number];

/**
 * The document with the time of a task: its line still exists, and the document is not canceled.
 */
export type TimeOn = { readonly documentId: string; readonly isDraft: boolean };

/** Time is billed once: time on a document is not billed again, even if more was added since. */
export const timeStateOf = ({ timeSpent }: Pick<Task, 'timeSpent'>, on: TimeOn | undefined): TimeState => {
  if (on) return on.isDraft ? 'on_draft' : 'billed';
  return timeSpent ? 'to_bill' : 'none';
};
