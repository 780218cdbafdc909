import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { timeOnDocuments } from '../../db/billing/billed-time.ts';
import { lockBoard } from '../../db/projects/categories.ts';
import { recordsOfProject } from '../../db/projects/projects.ts';
import { taskOrder } from '../../db/projects/ranks.ts';
import {
  countTasks,
  findTask,
  insertTask,
  lockTask,
  listTasks as readTasks,
  deleteTask as removeTask,
} from '../../db/projects/tasks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { TASKS_PER_PROJECT_MAX } from '../../domain/projects/project.ts';
import { priorities, type Task, type TaskDetails } from '../../domain/projects/task.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { priority } from '../../schemas/fields/enumerations.ts';
import { id, idOr } from '../../schemas/fields/id.ts';
import { LINE_MAX, text } from '../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import {
  listedMode,
  listing,
  many,
  orderDirection,
  search,
  testRecords,
  yesOrNo,
} from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { TaskForm, TaskJson, taskParameters, taskRevision, taskToJson } from '../../schemas/projects/task.ts';
import { answeredAs, listedAs, pagedBy } from '../../schemas/tool-definition.ts';
import { taskExample, taskResponse } from '../../services/projects/project-response.ts';
import { publishTaskEvent } from '../../services/projects/publish-project-event.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';
import { belongingOf, belongingRefusals } from '../../services/projects/task-references.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

/** Default page size of the tool. */
const TASKS_FOR_TOOLS = 50;

const orders = ['rank', 'dueDate', 'createdAt', 'priority'] as const;
const place = { direction: z.enum(['ASC', 'DESC']), id: z.uuid() };
const query = z.object({
  ...listing,
  search: search.optional(),
  opportunityId: id.optional().meta({ description: 'Only tasks of this project.' }),
  alone: yesOrNo.optional().meta({ description: 'Only tasks without a project, or only those with one.' }),
  customerId: id
    .optional()
    .meta({ description: 'Only tasks of this contact, or of this organization and its contacts.' }),
  isDone: yesOrNo.optional().meta({ description: 'Only tasks that are done, or only those that are not.' }),
  priority: many(priority).optional(),
  test: testRecords,
  orderBy: worded(orders)
    .default('rank')
    .meta({ description: 'Tasks without a due date come last; priority ascends from low to urgent.' }),
  orderDirection: orderDirection.default('ASC'),
  countWithoutFilters: yesOrNo.default(false).meta({ description: 'Also count all records, ignoring the filters.' }),
  cursor: cursor(
    z.discriminatedUnion('by', [
      z.object({ ...place, by: z.enum(['rank', 'dueDate']), after: text(LINE_MAX) }),
      z.object({ ...place, by: z.literal('priority'), after: z.int().min(1).max(priorities.length) }),
      z.object({ ...place, by: z.literal('createdAt'), after: z.uuid() }),
    ]),
  )
    .optional()
    .meta({
      example: writeCursor({ by: 'priority', direction: 'ASC', after: 2, id: '01890a5d-af30-7d8c-9e50-6b7c8d9e0f1a' }),
    }),
});

export const listTasks = operation({
  name: 'get-tasks',
  summary: 'List or search tasks, in their order.',
  description: 'The search covers name and description, ignoring case and accents. Times are in minutes.',
  chapter: 'Projects',
  routes: ['GET /tasks', 'GET /v2/tasks'],
  scope: 'projects:read',
  path: z.object({}),
  query,
  body: z.object({}),
  success: 200,
  output: pageSchema(TaskJson),
  refusals: [],
  tool: {
    name: 'get-tasks',
    parameters: z.object({
      ...pagedBy(TASKS_FOR_TOOLS),
      search: query.shape.search,
      projectId: query.shape.opportunityId,
      customerId: query.shape.customerId,
      isDone: query.shape.isDone,
      test: query.shape.test,
    }),
    renamed: { projectId: 'opportunityId' },
    narrowedBy: { customerId: 'customer', projectId: 'project' },
    ...listedAs('tasks', TaskJson),
  },

  async run({ tx }, form) {
    const { orderBy: by, orderDirection: direction, cursor: place, page, limit, countWithoutFilters } = form;
    const { search, opportunityId: projectId, alone, customerId, isDone, priority } = form;
    const test = listedMode(tx, form.test);
    const order = { ...(place ?? { by, direction }), limit, page, place };
    const filter = { search, projectId, alone, customerId, isDone, priorities: priority, test };
    const [listed, { settings }, all] = await Promise.all([
      readTasks(tx, filter, order),
      settingsOf(tx),
      countWithoutFilters ? countTasks(tx, test) : undefined,
    ]);
    const on = await timeOnDocuments(tx, listed.tasks);
    return {
      body: pageJson({
        docs: listed.tasks.map((task) => taskToJson(task, { zone: settings.zone, on: on.get(task.id) })),
        total: listed.total,
        limit,
        page: place ? undefined : page,
        nextCursor: listed.next && writeCursor(listed.next),
        countWithoutFilters: all,
      }),
    };
  },
});

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
