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
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};
