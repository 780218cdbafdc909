import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { readBoard } from '../../db/projects/categories.ts';
import { projectTotals } from '../../db/projects/project-totals.ts';
import { findProject } from '../../db/projects/projects.ts';
import { noWork } from '../../domain/projects/project-totals.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { ProjectJson } from '../../schemas/projects/project.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { projectResponse } from '../../services/projects/project-response.ts';

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
