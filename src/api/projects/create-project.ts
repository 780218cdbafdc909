import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { lockCategory, readBoard } from '../../db/projects/categories.ts';
import { keepCustomer } from '../../db/projects/project-customers.ts';
import { findProject, insertProject } from '../../db/projects/projects.ts';
import { columnOrder } from '../../db/projects/ranks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { cents } from '../../domain/money/cents.ts';
import type { Project, ProjectDetails } from '../../domain/projects/project.ts';
import { noWork } from '../../domain/projects/project-totals.ts';
import { operation } from '../../pipeline/operation.ts';
import { ProjectForm, ProjectJson, projectParameters, projectRevision } from '../../schemas/projects/project.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { projectExample, projectResponse } from '../../services/projects/project-response.ts';
import { publishProjectEvent } from '../../services/projects/publish-project-event.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';

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
