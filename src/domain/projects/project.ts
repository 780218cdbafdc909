import type { Cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { Rank } from './rank.ts';

/** Tasks one project may have: all of them are told when it goes. */
export const TASKS_PER_PROJECT_MAX = 500;

/** What an owner says of a project. */
export type ProjectDetails = {
  readonly name: string;
  readonly description?: string;
  readonly amount: Cents;
  readonly dueOn?: CivilDay;
  /** A contact or an organization, as it was given. */
  readonly customerId: string;
  readonly categoryId: string;
};

/** A piece of work for a customer, standing in one column of the board. */
export type Project = ProjectDetails & {
  readonly id: string;
  readonly test: boolean;
  /** Its place in its column. */
  readonly rank: Rank;
  /** When it was put out of sight; absent while it is on the board. */
  readonly archivedAt?: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** A project put out of sight or back on the board; undefined leaves it where it is. */
export function archivedOrNot(project: Project, isArchived: boolean | undefined, now: number): Project {
  if (isArchived === undefined) return project;
  const { archivedAt, ...onBoard } = project;
  return isArchived ? { ...onBoard, archivedAt: archivedAt ?? now } : onBoard;
}
