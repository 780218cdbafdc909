import type { Task } from '../../domain/projects/task.ts';
import { type TaskShown, taskToJson } from '../../schemas/projects/task.ts';
import { etagOf } from '../version-check.ts';

/** The response with a task and its ETag. */
export const taskResponse = (task: Task, shown: TaskShown) => ({
  body: taskToJson(task, shown),
  headers: { etag: etagOf(task) },
});
