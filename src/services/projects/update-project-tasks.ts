import { lockTasksOfProject, updateTask } from '../../db/projects/tasks.ts';
import type { Task } from '../../domain/projects/task.ts';
import type { Context } from '../context.ts';
import { publishTaskEvent } from './publish-project-event.ts';

/**
 * Changes every task of a project (at most `TASKS_PER_PROJECT_MAX`) and publishes an event for
 * each.
 */
export async function updateTasksOf(context: Context, projectId: string, change: (task: Task) => Task): Promise<void> {
  for (const before of await lockTasksOfProject(context.tx, projectId)) {
    const task = { ...change(before), version: before.version + 1, updatedAt: context.now };
    updateTask(context.tx, task);
    await publishTaskEvent(context, 'updated', task);
  }
}
