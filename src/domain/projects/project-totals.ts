/** What is to be done in a project, and the time that went into it. */
export type Work = {
  readonly tasks: number;
  readonly tasksDone: number;
  /** Minutes of all its tasks. */
  readonly timeSpent: number;
  /** Minutes of the tasks whose time is on no document. */
  readonly timeToBill: number;
};

/** Of a project without tasks. */
export const noWork: Work = { tasks: 0, tasksDone: 0, timeSpent: 0, timeToBill: 0 };
