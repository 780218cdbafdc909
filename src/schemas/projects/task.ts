import * as z from 'zod';
import type { Revision } from '../../domain/customers/apply-changes.ts';
import { priorities, type Task, type TaskDetails, TIME_SPENT_MAX_MINUTES } from '../../domain/projects/task.ts';
import { type TimeOn, timeStateOf, timeStates } from '../../domain/projects/task-time.ts';
import { startOfDay } from '../../domain/time/civil-day.ts';
import { dueDate, dueDayForTools, dueDayOf } from '../billing/due-day.ts';
import { worded } from '../fields/enum-schema.ts';
import { PriorityJson, priority } from '../fields/enumerations.ts';
import { idOf } from '../fields/id.ts';
import { filledText, NAME_MAX, NOTE_MAX, text } from '../fields/text.ts';
import { day, timestamp } from '../fields/timestamp.ts';
import { afterRank } from './rank.ts';

/** The form of a task. */
export const TaskForm = z
  .object({
    name: filledText(NAME_MAX).meta({ description: 'Short description of the task.' }),
    description: text(NOTE_MAX).meta({ description: 'The description of the task; may be empty.' }),
    afterRank,
    rankMode: worded(['FIRST', 'LAST'])
      .optional()
      .meta({ description: 'Position if afterRank is missing: FIRST or LAST (default).' }),
    customerId: idOf('the contact or organization the task is for').nullable().optional(),
    opportunityId: idOf('the project of the task').nullable().optional(),
    priority: priority.optional(),
    dueDate: dueDate.nullable().optional(),
    timeSpent: z
      .int()
      .min(0)
      .max(TIME_SPENT_MAX_MINUTES)
      .nullable()
      .optional()
      .meta({ description: 'Minutes spent on the task so far.' }),
  })
  .meta({ id: 'TaskForm' });

/** The form of a change: missing members stay as they are, null removes. */
export const TaskChange = TaskForm.partial()
  .extend({
    doneAt: timestamp
      .nullable()
      .optional()
      .meta({ description: 'When the task was done, Unix seconds; null if it is not done.' }),
  })
  .meta({ id: 'TaskChange' });

/** When a task was done, as a tool parameter. */
export const doneDayForTools = day
  .nullable()
  .optional()
  .meta({ description: 'The day the task was done, 2026-03-02; null if it is not done.' });

/** The parameters of the tools that write a task. */
export const taskParameters = z.object({
  name: TaskForm.shape.name,
  description: TaskForm.shape.description,
  projectId: TaskForm.shape.opportunityId,
  customerId: TaskForm.shape.customerId,
  priority: worded(priorities).optional().meta({ description: 'Priority of the task.' }),
  dueDate: dueDayForTools,
  timeSpent: TaskForm.shape.timeSpent,
});

const seconds = z.number().meta({ description: 'Unix seconds.' });

export const TaskJson = z
  .object({
    id: z.string(),
    createdAt: seconds,
    updatedAt: seconds,
    name: z.string(),
    description: z.string(),
    rank: z.string().meta({ description: 'The position among all tasks; ranks are compared byte by byte.' }),
    priority: PriorityJson,
    dueDate: z.number().optional().meta({ description: 'The first second of the due day in the account’s zone.' }),
    doneAt: seconds.optional(),
    customerId: z.string().optional(),
    opportunityId: z.string().optional(),
    timeSpent: z.number().optional().meta({ description: 'Minutes.' }),
    billedAt: seconds.optional(),
    billingId: z.string().optional().meta({ description: 'The document on which the time was last billed.' }),
    timeState: z.enum(timeStates).meta({
      description:
        'The billing status of the time of the task: none, to_bill, on_draft, or billed (on a finalized document). If the line or draft is deleted or the document canceled, the status is to_bill again, although billedAt and billingId still show the last billing.',
    }),
    test: z.boolean(),
  })
  .meta({ id: 'Task' });

/** The input of an answer in addition to the task: `on` is the document that bills its time. */
export type TaskShown = { readonly zone: string; readonly on: TimeOn | undefined };

/** A task in the API. */
export function taskToJson(task: Task, { zone, on }: TaskShown): z.input<typeof TaskJson> {
  const { dueOn, projectId, billed, version: _, ...rest } = task;
  return {
    ...rest,
    ...(dueOn !== undefined && { dueDate: startOfDay(dueOn, zone) }),
    ...(projectId !== undefined && { opportunityId: projectId }),
    ...(billed && { billedAt: billed.at, billingId: billed.documentId }),
    timeState: timeStateOf(task, on),
  };
}

/** The fields of a task form, except its position and customer. */
export function taskRevision(
  form: z.output<typeof TaskChange>,
  zone: string,
): Revision<Omit<TaskDetails, 'customerId' | 'projectId'>> {
  const { name, description, priority, dueDate: due, timeSpent, doneAt } = form;
  return { name, description, priority, timeSpent, doneAt, dueOn: due == null ? due : dueDayOf(due, zone) };
}
