import type { Cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { Rank } from './rank.ts';

/** Tasks per project: all are reported when it is deleted. */
export const TASKS_PER_PROJECT_MAX = 500;

/** The editable fields of a project. */
export type ProjectDetails = {
  readonly name: string;
  readonly description?: string;
  readonly amount: Cents;
  readonly dueOn?: CivilDay;
  /** A contact or an organization, as entered. */
  readonly customerId: string;
  readonly categoryId: string;
};

/** A project for a customer, in one column of the board. */
export type Project = ProjectDetails & {
  readonly id: string;
  readonly test: boolean;
  /** Its position in the column. */
  readonly rank: Rank;
  /** When it was archived; absent while it is on the board. */
  readonly archivedAt?: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** Archives a project or restores it to the board; undefined leaves it unchanged. */
export function archivedOrNot(project: Project, isArchived: boolean | undefined, now: number): Project {
  if (isArchived === undefined) return project;
  const { archivedAt, ...onBoard } = project;
  return isArchived ? { ...onBoard, archivedAt: archivedAt ?? now } : onBoard;
}

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
