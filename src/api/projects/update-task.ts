import * as z from 'zod';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { timeOnDocuments } from '../../db/billing/billed-time.ts';
import { lockBoard } from '../../db/projects/categories.ts';
import { recordsOfProject } from '../../db/projects/projects.ts';
import { taskOrder } from '../../db/projects/ranks.ts';
import { lockTask, updateTask as writeTask } from '../../db/projects/tasks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { TASKS_PER_PROJECT_MAX } from '../../domain/projects/project.ts';
import type { Task } from '../../domain/projects/task.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { doneDayForTools, TaskChange, TaskJson, taskParameters, taskRevision } from '../../schemas/projects/task.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import type { Context } from '../../services/context.ts';
import { taskResponse } from '../../services/projects/project-response.ts';
import { publishTaskEvent } from '../../services/projects/publish-project-event.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';
import { belongingOf, belongingRefusals } from '../../services/projects/task-references.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

type Form = z.output<typeof TaskChange>;
const placingRefusals = [...belongingRefusals, 'customer_of_other_mode', 'project_full'] as const;

export const updateTask = operation({
  name: 'update-task',
  summary: 'Change a task, move it, or mark it as done.',
  description:
    'Fields left out stay as they are; null clears a field. `doneAt` is when the task was completed, null if it is not. A task moved to a project without a `customerId` takes the customer of the project. A change without effect creates no event.',
  chapter: 'Projects',
  routes: ['PATCH /task/{taskId}', 'PATCH /v2/task/{taskId}'],
  scope: 'projects:write',
  path: z.object({ id: idOr('task_not_found') }),
  query: z.object({}),
  body: TaskChange,
  success: 200,
  output: TaskJson,
  refusals: ['task_not_found', 'version_stale', ...placingRefusals],
  example: { doneAt: 1_773_392_400, timeSpent: 150 },
  tool: {
    name: 'update-task',
    description: 'Change a task, or mark it as done. Fields left out stay as they are; null clears a field.',
    parameters: z.object({
      taskId: idOf('the task'),
      ...taskParameters.partial().shape,
      doneAt: doneDayForTools,
    }),
    days: ['doneAt'],
    renamed: { taskId: 'id', projectId: 'opportunityId' },
    ...answeredAs('task', TaskJson),
    destructive: true,
    idempotent: true,
  },

  async run(context, { id, ...form }) {
    const { tx, now } = context;
    const [before, { settings }] = await Promise.all([lockTask(tx, id), settingsOf(tx)]);
    if (!before) return { refused: 'task_not_found' };
    const stale = refuseStaleVersion(context, etagOf(before));
    if (stale) return stale;
    const placed = await belongingElsewhere(context, before, form);
    if (isRefusal(placed)) return placed;
    const revisedRecord = revised<Task>(placed, taskRevision(form, settings.zone));
    const after = { ...revisedRecord, rank: await rankOf(context, before, form) };
    const shown = { zone: settings.zone, on: (await timeOnDocuments(tx, [before])).get(before.id) };
    if (canonicalJson(after) === canonicalJson(before)) return taskResponse(before, shown);
    const task = { ...after, version: before.version + 1, updatedAt: now };
    writeTask(tx, task);
    await publishTaskEvent(context, 'updated', task);
    return taskResponse(task, shown);
  },
});

/** The task with the project and customer of the form; unchanged if the form names neither. */
async function belongingElsewhere(
  { tx }: Context,
  task: Task,
  { customerId, opportunityId }: Form,
): Promise<Task | Refused<(typeof placingRefusals)[number]>> {
  if (customerId === undefined && opportunityId === undefined) return task;
  const projectId = opportunityId === undefined ? task.projectId : (opportunityId ?? undefined);
  const isElsewhere = projectId !== undefined && projectId.toLowerCase() !== task.projectId;
  const stays = isElsewhere ? undefined : task.customerId;
  const belonging = await belongingOf(tx, {
    projectId,
    customerId: customerId === undefined ? stays : (customerId ?? undefined),
  });
  if (isRefusal(belonging)) return belonging;
  const { project, whom } = belonging;
  if ((whom ?? project ?? task).test !== task.test) return { refused: 'customer_of_other_mode' };
  if (
    project &&
    project.id !== task.projectId &&
    (await recordsOfProject(tx, project.id)).tasks >= TASKS_PER_PROJECT_MAX
  )
    return { refused: 'project_full', limit: TASKS_PER_PROJECT_MAX };
  const { projectId: _, customerId: __, ...alone } = task;
  return { ...alone, ...(project && { projectId: project.id }), ...(whom && { customerId: whom.id }) };
}

async function rankOf({ tx }: Context, task: Task, { afterRank, rankMode }: Form): Promise<string> {
  if (afterRank === undefined && rankMode === undefined) return task.rank;
  lockBoard(tx);
  const at = afterRank === undefined && rankMode === 'FIRST' ? null : afterRank;
  return rankAt(tx, taskOrder(task.test), at, task);
}
