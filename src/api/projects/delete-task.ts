import * as z from 'zod';
import { lockTask, deleteTask as removeTask } from '../../db/projects/tasks.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { publishTaskEvent } from '../../services/projects/publish-project-event.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

export const deleteTask = operation({
  name: 'delete-task',
  summary: 'Delete a task permanently.',
  description: 'Time that was billed on a document stays on the document.',
  chapter: 'Projects',
  routes: ['DELETE /task/{taskId}', 'DELETE /v2/task/{taskId}'],
  scope: 'projects:write',
  path: z.object({ id: idOr('task_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['task_not_found', 'version_stale'],

  async run(context, { id }) {
    const task = await lockTask(context.tx, id);
    if (!task) return { refused: 'task_not_found' };
    const stale = refuseStaleVersion(context, etagOf(task));
    if (stale) return stale;
    await publishTaskEvent(context, 'deleted', task);
    removeTask(context.tx, task.id);
    return { body: null };
  },
});
