import { taskToJson } from '../../contract/projects/task.ts';
import type { Task } from '../../domain/projects/task.ts';
import { etagOf } from '../stale-version.ts';

/** The answer that shows a task, with the ETag a later write may name. */
export const showTask = (task: Task, zone: string) => ({
  body: taskToJson(task, zone),
  headers: { etag: etagOf(task) },
});
