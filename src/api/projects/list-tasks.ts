import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { timeOnDocuments } from '../../db/billing/billed-time.ts';
import { countTasks, listTasks as readTasks } from '../../db/projects/task-list.ts';
import { priorities } from '../../domain/projects/task.ts';
import { operation } from '../../pipeline/operation.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { priority } from '../../schemas/fields/enumerations.ts';
import { id } from '../../schemas/fields/id.ts';
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
import { TaskJson, taskToJson } from '../../schemas/projects/task.ts';
import { listedAs, pagedBy } from '../../schemas/tool-definition.ts';

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
