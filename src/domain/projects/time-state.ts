import type { Task } from './task.ts';

/** Where the time of a task stands: there is none, it is to be billed, it is on a draft, or on a finalized document. */
export const timeStates = ['none', 'to_bill', 'on_draft', 'billed'] as const;
export type TimeState = (typeof timeStates)[number];

/** The document the time of a task is on: its line is still there, and the document was not canceled. */
export type TimeOn = { readonly documentId: string; readonly isDraft: boolean };

/** Time is billed once: what is on a document is not to be billed, however much was noted since. */
export const timeStateOf = ({ timeSpent }: Pick<Task, 'timeSpent'>, on: TimeOn | undefined): TimeState => {
  if (on) return on.isDraft ? 'on_draft' : 'billed';
  return timeSpent ? 'to_bill' : 'none';
};
