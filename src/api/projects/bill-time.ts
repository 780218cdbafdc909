import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { timeOnDocuments } from '../../db/billing/billed-time.ts';
import { findProject } from '../../db/projects/projects.ts';
import { findTask, lockTask, lockTasksOfProject } from '../../db/projects/tasks.ts';
import { timeStateOf } from '../../domain/projects/task-time.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { TaskJson, taskToJson } from '../../schemas/projects/task.ts';
import { billTime, linePricing, singleTaskMembers, timeRefusals } from '../../services/projects/bill-time.ts';
import { taskResponse } from '../../services/projects/project-response.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

const billTaskBody = z.object({
  billingId: idOf('the draft estimate, purchase order or invoice').optional().meta({
    description: 'The draft. If absent, a new invoice is created for the customer and in the project of the task.',
  }),
  ...linePricing,
  ...singleTaskMembers,
});

export const billTask = operation({
  name: 'bill-task',
  summary: 'Put the time of a task on a draft, as a separate line.',
  description:
    'The line takes the name of the task, the unit hour, and the given price or that of a product sold by the hour. Without `billingId` a new invoice is created. A task is billed once, unless that line or document was deleted or canceled. Requires the scope billing:write.',
  chapter: 'Projects',
  routes: ['POST /task/{taskId}/bill', 'POST /v2/task/{taskId}/bill'],
  scope: 'billing:write',
  path: z.object({ id: idOr('task_not_found') }),
  query: z.object({}),
  body: billTaskBody,
  success: 200,
  makesDocument: true,
  output: TaskJson,
  refusals: ['task_not_found', 'project_not_found', 'task_without_customer', ...timeRefusals],
  example: { billingId: '01890a5d-ac96-774b-bcce-b302099a8057', unitPrice: 9_000, vatCode: 'FR_2000' },

  async run(context, { id, billingId, ...rest }) {
    const { tx } = context;
    const [known, { settings }] = await Promise.all([findTask(tx, id), settingsOf(tx)]);
    if (!known) return { refused: 'task_not_found' };
    const { customerId, projectId: opportunityId } = known;
    if (billingId === undefined && customerId === undefined) return { refused: 'task_without_customer' };
    const made = { customerId: customerId ?? '', ...(opportunityId !== undefined && { opportunityId }) };
    const billed = await billTime(context, billingId === undefined ? made : { billingId }, rest, async () => {
      const task = await lockTask(tx, known.id);
      if (!task) return { refused: 'task_not_found' } as const;
      return refuseStaleVersion(context, etagOf(task)) ?? [task];
    });
    if (isRefusal(billed)) return billed;
    const [task] = billed as readonly [(typeof billed)[number]];
    return taskResponse(task, {
      zone: settings.zone,
      on: { documentId: task.billed?.documentId ?? '', isDraft: true },
    });
  },
});

export const billProject = operation({
  name: 'bill-project',
  summary: 'Put all unbilled time of a project on a draft, with one line per task.',
  description:
    'The lines are like those of bill-task, at one price, in the order of the tasks, done or not. Without `billingId` a new invoice is created in the project, with its customer and name. All of the time is billed, or none. Requires the scope billing:write.',
  chapter: 'Projects',
  routes: ['POST /v2/opportunity/{opportunityId}/bill', 'POST /v2/project/{projectId}/bill'],
  scope: 'billing:write',
  path: z.object({ id: idOr('project_not_found') }),
  query: z.object({}),
  body: z.object({
    billingId: idOf('the draft estimate, purchase order or invoice').optional(),
    ...linePricing,
  }),
  success: 200,
  makesDocument: true,
  output: z.object({
    billingId: z.string().meta({ description: 'The draft with the time.' }),
    tasks: z.array(TaskJson).meta({ description: 'The tasks whose time was billed on the draft.' }),
  }),
  refusals: ['project_not_found', 'project_without_time', ...timeRefusals],
  example: { billingId: '01890a5d-ac96-774b-bcce-b302099a8057', unitPrice: 9_000, vatCode: 'FR_2000' },

  async run(context, { id, billingId, ...rest }) {
    const { tx } = context;
    const [known, { settings }] = await Promise.all([findProject(tx, id), settingsOf(tx)]);
    if (!known) return { refused: 'project_not_found' };
    const { project } = known;
    const stale = refuseStaleVersion(context, etagOf(project));
    if (stale) return stale;
    const made = { customerId: project.customerId, opportunityId: project.id, title: project.name };
    const billed = await billTime(context, billingId === undefined ? made : { billingId }, rest, async () => {
      const tasks = await lockTasksOfProject(tx, project.id);
      const on = await timeOnDocuments(tx, tasks);
      const due = tasks.filter((task) => timeStateOf(task, on.get(task.id)) === 'to_bill');
      return due.length > 0 ? due : ({ refused: 'project_without_time' } as const);
    });
    if (isRefusal(billed)) return billed;
    const documentId = billed[0]?.billed?.documentId ?? '';
    const shown = { zone: settings.zone, on: { documentId, isDraft: true } };
    return { body: { billingId: documentId, tasks: billed.map((task) => taskToJson(task, shown)) } };
  },
});
