import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { Rank } from './rank.ts';

/** Least urgent first; the number of each is its place, from 1. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** Minutes a task may take: nineteen years, so that no sum of hours leaves what a line can carry. */
export const TIME_SPENT_MAX_MINUTES = 10_000_000;

/** What an owner says of a task. */
export type TaskDetails = {
  readonly name: string;
  readonly description: string;
  readonly priority: Priority;
  readonly dueOn?: CivilDay;
  readonly doneAt?: number;
  readonly projectId?: string;
  readonly customerId?: string;
  /** Minutes. */
  readonly timeSpent?: number;
};

/** Where the time of a task was put on: a line of a document. */
type Billed = { readonly at: number; readonly documentId: string };

/** Something to do, alone or within a project. */
export type Task = TaskDetails & {
  readonly id: string;
  readonly test: boolean;
  /** Its place among all tasks of its mode. */
  readonly rank: Rank;
  readonly billed?: Billed;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** Whom a project or a task is for, as far as it matters here: of a contact, also his organization. */
export type Whom = { readonly id: string; readonly test: boolean; readonly organizationId?: string };

/**
 * Whom a task is for: whoever it names, else its project's customer. The two must agree: the same one, or two of the same
 * organization.
 */
export function customerOfTask(
  named: Whom | undefined,
  ofProject: Whom | undefined,
): Whom | undefined | Refused<'task_of_another_customer'> {
  if (!named || !ofProject) return named ?? ofProject;
  return houseOf(named) === houseOf(ofProject) ? named : { refused: 'task_of_another_customer' };
}

const houseOf = ({ id, organizationId }: Whom): string => organizationId ?? id;

/** Minutes as hours of at most four decimals, in ten-thousandths: 50 minutes are 0.8333 hours. */
export const hoursOf = (minutes: number): number => Math.round((minutes * 10_000) / 60) / 10_000;
