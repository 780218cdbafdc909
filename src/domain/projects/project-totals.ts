/** The tasks of a project, and their time. */
export type Work = {
  readonly tasks: number;
  readonly tasksDone: number;
  /** Minutes of all tasks. */
  readonly timeSpent: number;
  /** Minutes of the tasks whose time is on no document. */
  readonly timeToBill: number;
};

/** A project without tasks. */
export const noWork: Work = { tasks: 0, tasksDone: 0, timeSpent: 0, timeToBill: 0 };
