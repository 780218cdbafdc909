import { customerOfEvent } from '../../db/projects/project-customers.ts';
import type { CountedCategory } from '../../domain/projects/category.ts';
import type { Project } from '../../domain/projects/project.ts';
import type { Task } from '../../domain/projects/task.ts';
import { membersOfCustomer, projectInEvent, taskInEvent } from '../../schemas/projects/project-event.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';

type Happening = 'created' | 'updated' | 'deleted';

/** Publishes an event about a project, with its current customer and column. */
export async function publishProjectEvent(
  context: Context,
  eventName: Happening,
  project: Project,
  board: readonly CountedCategory[],
): Promise<void> {
  const { id: subjectId, test, categoryId, customerId } = project;
  const column = board.find(({ category }) => category.id === categoryId);
  if (!column) throw new Error(`the project ${subjectId} is in no column`);
  const customer = await customerOfEvent(context.tx, customerId);
  const members = { ...membersOfCustomer(customer), project: projectInEvent(project, column.category) };
  publishEvent(context, { type: `project.${eventName}`, subjectId, test }, members);
}

/** Publishes an event about a task, with its current customer. */
export async function publishTaskEvent(context: Context, eventName: Happening, task: Task): Promise<void> {
  const { id: subjectId, test, customerId } = task;
  const customer = customerId === undefined ? { contacts: [] } : await customerOfEvent(context.tx, customerId);
  const members = { ...membersOfCustomer(customer), task: taskInEvent(task) };
  publishEvent(context, { type: `task.${eventName}`, subjectId, test }, members);
}
