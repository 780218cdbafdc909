import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { timeOnDocuments } from '../../db/billing/billed-time.ts';
import { findTask } from '../../db/projects/tasks.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { TaskJson } from '../../schemas/projects/task.ts';
import { taskResponse } from '../../services/projects/project-response.ts';

export const getTask = operation({
  name: 'get-task',
  summary: 'Get a task.',
  chapter: 'Projects',
  routes: ['GET /task/{taskId}', 'GET /v2/task/{taskId}'],
  scope: 'projects:read',
  path: z.object({ id: idOr('task_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: TaskJson,
  refusals: ['task_not_found'],

  async run({ tx }, { id }) {
    const [task, { settings }] = await Promise.all([findTask(tx, id), settingsOf(tx)]);
    if (!task) return { refused: 'task_not_found' };
    const on = await timeOnDocuments(tx, [task]);
    return taskResponse(task, { zone: settings.zone, on: on.get(task.id) });
  },
});
