import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { lockCategory, readBoard } from '../../db/projects/categories.ts';
import { keepCustomer } from '../../db/projects/project-customers.ts';
import {
  countProjects,
  findProject,
  insertProject,
  lockProjectToDelete,
  projectTotals,
  listProjects as readProjects,
  recordsOfProject,
  deleteProject as removeProject,
} from '../../db/projects/projects.ts';
import { columnOrder } from '../../db/projects/ranks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { cents } from '../../domain/money/cents.ts';
import { noWork, type Project, type ProjectDetails } from '../../domain/projects/project.ts';
import { operation } from '../../pipeline/operation.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { id, idOf, idOr } from '../../schemas/fields/id.ts';
import { LINE_MAX, text } from '../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listedMode, listing, orderDirection, search, testRecords, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import {
  ProjectForm,
  ProjectJson,
  projectParameters,
  projectRevision,
  projectToJson,
} from '../../schemas/projects/project.ts';
import { answeredAs, listedAs, pagedBy } from '../../schemas/tool-definition.ts';
import { projectExample, projectResponse } from '../../services/projects/project-response.ts';
import { publishProjectEvent } from '../../services/projects/publish-project-event.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';
import { updateTasksOf } from '../../services/projects/update-project-tasks.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

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

export const getProject = operation({
  name: 'get-project-by-id',
  summary: 'Get a project (opportunity), with its column and its customer.',
  chapter: 'Projects',
  routes: ['GET /v2/opportunity/{opportunityId}', 'GET /v2/project/{projectId}', 'GET /opportunity/{opportunityId}'],
  scope: 'projects:read',
  path: z.object({ id: idOr('project_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ProjectJson,
  refusals: ['project_not_found'],
  tool: {
    name: 'get-project-by-id',
    parameters: z.object({ projectId: idOf('the project') }),
    renamed: { projectId: 'id' },
    ...answeredAs('project', ProjectJson),
  },

  async run({ tx, accountId, portalTokenOf }, { id }) {
    const [known, board, work, { settings }] = await Promise.all([
      findProject(tx, id),
      readBoard(tx),
      projectTotals(tx, [id]),
      settingsOf(tx),
    ]);
    if (!known) return { refused: 'project_not_found' };
    return projectResponse(known.project, {
      customer: known.customer,
      work: work.get(known.project.id) ?? noWork,
      board,
      accountId,
      zone: settings.zone,
      portalTokenOf,
    });
  },
});

export const createProject = operation({
  name: 'create-project',
  summary: 'Create a project (opportunity) in a column of the board.',
  description:
    'The project goes last in its column unless `afterRank` is given. A project for a test customer, or created with a test key, is a test project.',
  chapter: 'Projects',
  routes: ['POST /v2/opportunity', 'POST /v2/project', 'POST /opportunity'],
  scope: 'projects:write',
  path: z.object({}),
  query: z.object({}),
  body: ProjectForm,
  success: 201,
  output: ProjectJson,
  refusals: ['customer_not_found', 'category_not_found'],
  example: projectExample,
  tool: {
    name: 'create-project',
    description: 'Create a project, last in a column of the board.',
    parameters: projectParameters,
    ...answeredAs('project', ProjectJson),
  },

  async run(context, form) {
    const { tx, now, newId, accountId, portalTokenOf } = context;
    const [customer, column, { settings }] = await Promise.all([
      keepCustomer(tx, form.customerId),
      lockCategory(tx, form.categoryId),
      settingsOf(tx),
    ]);
    if (!customer) return { refused: 'customer_not_found' };
    if (!column) return { refused: 'category_not_found' };

    const test = context.test || customer.test;
    const blank = { name: '', amount: cents(0), customerId: customer.id, categoryId: column.id };
    const project: Project = {
      ...revised<ProjectDetails>(blank, projectRevision(form, settings.zone)),
      id: newId(),
      test,
      rank: await rankAt(tx, columnOrder(column.id, test), form.afterRank),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    insertProject(tx, project);
    const [known, board] = await Promise.all([findProject(tx, project.id), readBoard(tx)]);
    if (!known) throw new Error(`the project ${project.id} was not written`);
    await publishProjectEvent(context, 'created', project, board);
    const shown = { customer: known.customer, work: noWork, board, accountId, zone: settings.zone, portalTokenOf };
    return projectResponse(project, shown);
  },
});

export const deleteProject = operation({
  name: 'delete-project',
  summary: 'Delete a project without documents permanently.',
  description:
    'The tasks of the project stay, without a project. A project with documents, drafts included, cannot be deleted.',
  chapter: 'Projects',
  routes: [
    'DELETE /v2/opportunity/{opportunityId}',
    'DELETE /v2/project/{projectId}',
    'DELETE /opportunity/{opportunityId}',
  ],
  scope: 'projects:write',
  path: z.object({ id: idOr('project_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ id: z.string() }).meta({ id: 'DeletedProject' }),
  refusals: ['project_not_found', 'version_stale', 'project_has_documents'],

  async run(context, { id }) {
    const { tx } = context;
    const [known, held, board] = await Promise.all([
      lockProjectToDelete(tx, id),
      recordsOfProject(tx, id),
      readBoard(tx),
    ]);
    if (!known) return { refused: 'project_not_found' };
    const stale = refuseStaleVersion(context, etagOf(known.project));
    if (stale) return stale;
    if (held.documents) return { refused: 'project_has_documents' };
    await updateTasksOf(context, known.project.id, ({ projectId: _, ...task }) => task);
    await publishProjectEvent(context, 'deleted', known.project, board);
    removeProject(tx, id);
    return { body: { id } };
  },
});
