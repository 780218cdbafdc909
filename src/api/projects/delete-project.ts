import * as z from 'zod';
import { readBoard } from '../../db/projects/categories.ts';
import { lockProjectToDelete, recordsOfProject, deleteProject as removeProject } from '../../db/projects/projects.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { publishProjectEvent } from '../../services/projects/publish-project-event.ts';
import { updateTasksOf } from '../../services/projects/update-project-tasks.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

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
