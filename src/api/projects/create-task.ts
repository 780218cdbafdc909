import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { lockBoard } from '../../db/projects/categories.ts';
import { recordsOfProject } from '../../db/projects/projects.ts';
import { taskOrder } from '../../db/projects/ranks.ts';
import { insertTask } from '../../db/projects/tasks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { TASKS_PER_PROJECT_MAX } from '../../domain/projects/project.ts';
import type { Task, TaskDetails } from '../../domain/projects/task.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { TaskForm, TaskJson, taskParameters, taskRevision } from '../../schemas/projects/task.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { taskExample, taskResponse } from '../../services/projects/project-response.ts';
import { publishTaskEvent } from '../../services/projects/publish-project-event.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';
import { belongingOf, belongingRefusals } from '../../services/projects/task-references.ts';

export const createTask = operation({
  name: 'create-task',
  summary: 'Create a task, alone or within a project.',
  description: `A task without a customer takes the customer of its project. All tasks have one order: a new task goes last unless \`afterRank\` or \`rankMode\` is given. A project has at most ${TASKS_PER_PROJECT_MAX} tasks.`,
  chapter: 'Projects',
  routes: ['POST /task', 'POST /v2/task'],
  scope: 'projects:write',
  path: z.object({}),
  query: z.object({}),
  body: TaskForm,
  success: 201,
  output: TaskJson,
  refusals: [...belongingRefusals, 'project_full'],
  example: taskExample,
  tool: {
    name: 'create-task',
    description: 'Create a task, alone or in a project. A task in a project takes the customer of the project.',
    parameters: taskParameters,
    renamed: { projectId: 'opportunityId' },
    ...answeredAs('task', TaskJson),
  },

  async run(context, form) {
    const { tx, now, newId } = context;
    const { customerId, opportunityId, afterRank, rankMode } = form;
    const references = { projectId: opportunityId ?? undefined, customerId: customerId ?? undefined };
    const [belonging, { settings }] = await Promise.all([belongingOf(tx, references), settingsOf(tx)]);
    if (isRefusal(belonging)) return belonging;
    const { project, whom } = belonging;
    if (project && (await recordsOfProject(tx, project.id)).tasks >= TASKS_PER_PROJECT_MAX)
      return { refused: 'project_full', limit: TASKS_PER_PROJECT_MAX };

    const test = context.test || (whom?.test ?? false);
    const at = afterRank === undefined && rankMode === 'FIRST' ? null : afterRank;
    lockBoard(tx);
    const blank: TaskDetails = { name: '', description: '', priority: 'normal' };
    const task: Task = {
      ...revised(blank, taskRevision(form, settings.zone)),
      ...(project && { projectId: project.id }),
      ...(whom && { customerId: whom.id }),
      id: newId(),
      test,
      rank: await rankAt(tx, taskOrder(test), at),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    insertTask(tx, task);
    await publishTaskEvent(context, 'created', task);
    return taskResponse(task, { zone: settings.zone, on: undefined });
  },
});
