import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { readBoard } from '../../db/projects/categories.ts';
import { countProjects, listProjects as readProjects } from '../../db/projects/project-list.ts';
import { projectTotals } from '../../db/projects/project-totals.ts';
import { noWork } from '../../domain/projects/project-totals.ts';
import { operation } from '../../pipeline/operation.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { id } from '../../schemas/fields/id.ts';
import { LINE_MAX, text } from '../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listedMode, listing, orderDirection, search, testRecords, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { ProjectJson, projectToJson } from '../../schemas/projects/project.ts';
import { listedAs, pagedBy } from '../../schemas/tool-definition.ts';

/** Default page size of the tool. */
const PROJECTS_FOR_TOOLS = 20;

const orders = ['rank', 'createdAt', 'dueDate', 'amount', 'name'] as const;
const place = { direction: z.enum(['ASC', 'DESC']), id: z.uuid() };
const query = z.object({
  ...listing,
  search: search.optional(),
  categoryId: id.optional(),
  customerId: id
    .optional()
    .meta({ description: 'Only projects of this contact, or of this organization and its contacts.' }),
  isDone: yesOrNo.optional().meta({ description: 'Only projects in columns for done projects, or only others.' }),
  isLost: yesOrNo.optional().meta({ description: 'Only projects in columns for lost projects, or only others.' }),
  isArchived: yesOrNo.optional().meta({ description: 'Only archived projects, or only those on the board.' }),
  test: testRecords,
  orderBy: worded(orders)
    .default('rank')
    .meta({ description: 'rank is the order of the board, column by column. Projects without a due date come last.' }),
  orderDirection: orderDirection.default('ASC'),
  countWithoutFilters: yesOrNo.default(false).meta({ description: 'Also count all records, ignoring the filters.' }),
  cursor: cursor(
    z.discriminatedUnion('by', [
      z.object({ ...place, by: z.enum(['rank', 'dueDate', 'name']), after: text(LINE_MAX) }),
      z.object({ ...place, by: z.literal('amount'), after: z.int() }),
      z.object({ ...place, by: z.literal('createdAt'), after: z.uuid() }),
    ]),
  )
    .optional()
    .meta({
      example: writeCursor({ by: 'amount', direction: 'ASC', after: 0, id: '01890a5d-8d10-7b6a-9c3e-4f5a6b7c8d9e' }),
    }),
});

export const listProjects = operation({
  name: 'get-projects',
  summary: 'List or search the projects (opportunities) of the board.',
  description: 'The search covers name and description, ignoring case and accents. Amounts are in cents.',
  chapter: 'Projects',
  routes: ['GET /v2/opportunities', 'GET /v2/projects', 'GET /opportunities'],
  scope: 'projects:read',
  path: z.object({}),
  query,
  body: z.object({}),
  success: 200,
  output: pageSchema(ProjectJson),
  refusals: [],
  tool: {
    name: 'get-projects',
    parameters: z.object({
      ...pagedBy(PROJECTS_FOR_TOOLS),
      search: query.shape.search,
      categoryId: query.shape.categoryId,
      customerId: query.shape.customerId,
      isDone: query.shape.isDone,
      test: query.shape.test,
      isLost: query.shape.isLost,
      isArchived: query.shape.isArchived,
    }),
    narrowedBy: { customerId: 'customer', categoryId: 'category' },
    ...listedAs('projects', ProjectJson),
  },

  async run({ tx, accountId, portalTokenOf }, form) {
    const { orderBy: by, orderDirection: direction, cursor: place, page, limit, countWithoutFilters } = form;
    const { search, categoryId, customerId, isDone, isLost, isArchived } = form;
    const test = listedMode(tx, form.test);
    const order = { ...(place ?? { by, direction }), limit, page, place };
    const filter = { search, categoryId, customerId, isDone, isLost, isArchived, test };
    const [listed, board, { settings }, all] = await Promise.all([
      readProjects(tx, filter, order),
      readBoard(tx),
      settingsOf(tx),
      countWithoutFilters ? countProjects(tx, test) : undefined,
    ]);
    const work = await projectTotals(
      tx,
      listed.projects.map(({ project }) => project.id),
    );
    const shown = { board, accountId, zone: settings.zone, portalTokenOf };
    return {
      body: pageJson({
        docs: listed.projects.map(({ project, customer }) =>
          projectToJson(project, { ...shown, customer, work: work.get(project.id) ?? noWork }),
        ),
        total: listed.total,
        limit,
        page: place ? undefined : page,
        nextCursor: listed.next && writeCursor(listed.next),
        countWithoutFilters: all,
      }),
    };
  },
});
