import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';
import type { Rank } from './rank.ts';

/** Least urgent first; the number of each is its position, from 1. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** Maximum minutes of a task: nineteen years, so that every sum of hours fits a line. */
export const TIME_SPENT_MAX_MINUTES = 10_000_000;

/** The editable fields of a task. */
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

/** The document line that bills the time of a task. */
type Billed = { readonly at: number; readonly documentId: string };

/** A task, alone or within a project. */
export type Task = TaskDetails & {
  readonly id: string;
  readonly test: boolean;
  /** Its position among all tasks of its mode. */
  readonly rank: Rank;
  readonly billed?: Billed;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** The customer of a project or task; for a contact with the organization. */
export type Whom = { readonly id: string; readonly test: boolean; readonly organizationId?: string };

/**
 * The customer of a task: its own, or the project's. If both are set they must match: the same
 * customer, or two of one organization.
 */
export function customerOfTask(
  named: Whom | undefined,
  ofProject: Whom | undefined,
): Whom | undefined | Refused<'task_of_another_customer'> {
  if (!named || !ofProject) return named ?? ofProject;
  return houseOf(named) === houseOf(ofProject) ? named : { refused: 'task_of_another_customer' };
}

const houseOf = ({ id, organizationId }: Whom): string => organizationId ?? id;

/** Minutes as hours with at most four decimals, in ten-thousandths: 50 minutes are 0.8333 hours. */
export const hoursOf = (minutes: number): number => Math.round((minutes * 10_000) / 60) / 10_000;
