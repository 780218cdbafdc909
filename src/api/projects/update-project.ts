import * as z from 'zod';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { bumpDocumentsOfProject } from '../../db/billing/document-metadata.ts';
import { lockCategory, readBoard } from '../../db/projects/categories.ts';
import { keepCustomer } from '../../db/projects/project-customers.ts';
import {
  findProject,
  type KnownProject,
  lockProject,
  projectTotals,
  updateProject as writeProject,
} from '../../db/projects/projects.ts';
import { columnOrder } from '../../db/projects/ranks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { archivedOrNot, noWork, type Project } from '../../domain/projects/project.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { ProjectChange, ProjectJson, projectParameters, projectRevision } from '../../schemas/projects/project.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import type { Context } from '../../services/context.ts';
import { projectResponse } from '../../services/projects/project-response.ts';
import { publishProjectEvent } from '../../services/projects/publish-project-event.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';
import { updateTasksOf } from '../../services/projects/update-project-tasks.ts';
import { etagOf, refuseStaleVersion } from '../../services/version-check.ts';

type Form = z.output<typeof ProjectChange>;

export const updateProject = operation({
  name: 'update-project',
  summary: 'Change a project, or move it on the board.',
  description:
    'Fields left out stay as they are; null clears the description or the due date. A project moved to another column without `afterRank` goes last. When the customer changes, the tasks of the project follow. An archived project leaves the board with its tasks; unarchived, it returns to its former place. A change without effect creates no event.',
  chapter: 'Projects',
  routes: ['PUT /v2/opportunity/{opportunityId}', 'PUT /v2/project/{projectId}', 'PUT /opportunity/{opportunityId}'],
  scope: 'projects:write',
  path: z.object({ id: idOr('project_not_found') }),
  query: z.object({}),
  body: ProjectChange,
  success: 200,
  output: ProjectJson,
  refusals: [
    'project_not_found',
    'customer_not_found',
    'category_not_found',
    'version_stale',
    'customer_of_other_mode',
  ],
  example: { name: 'Refonte du site et boutique', amount: 600_000 },
  tool: {
    name: 'update-project',
    description: 'Change a project; another categoryId moves it to that column. Fields left out stay as they are.',
    parameters: z.object({
      projectId: idOf('the project'),
      ...projectParameters.partial().shape,
      isArchived: ProjectChange.shape.isArchived,
    }),
    renamed: { projectId: 'id' },
    ...answeredAs('project', ProjectJson),
    destructive: true,
    idempotent: true,
  },

  async run(context, { id, ...form }) {
    const { tx, accountId, portalTokenOf } = context;
    const [known, { settings }] = await Promise.all([lockProject(tx, id), settingsOf(tx)]);
    if (!known) return { refused: 'project_not_found' };
    const before = known.project;
    const stale = refuseStaleVersion(context, etagOf(before));
    if (stale) return stale;
    const after = await changedProject(context, before, form, settings.zone);
    if (isRefusal(after)) return after;
    const written = await writeChange(context, known, after);
    const [board, work] = await Promise.all([readBoard(tx), projectTotals(tx, [before.id])]);
    if (written.project !== before) await publishProjectEvent(context, 'updated', written.project, board);
    return projectResponse(written.project, {
      customer: written.customer,
      work: work.get(before.id) ?? noWork,
      board,
      accountId,
      zone: settings.zone,
      portalTokenOf,
    });
  },
});

async function changedProject(
  { tx, now }: Context,
  before: Project,
  form: Form,
  zone: string,
): Promise<Project | Refused<'customer_not_found' | 'customer_of_other_mode' | 'category_not_found'>> {
  const revisedRecord = archivedOrNot(revised<Project>(before, projectRevision(form, zone)), form.isArchived, now);
  if (revisedRecord.customerId !== before.customerId) {
    const customer = await keepCustomer(tx, revisedRecord.customerId);
    if (!customer) return { refused: 'customer_not_found' };
    if (customer.test !== before.test) return { refused: 'customer_of_other_mode' };
  }
  const isMoved = revisedRecord.categoryId !== before.categoryId;
  if (!isMoved && form.afterRank === undefined) return revisedRecord;
  const column = await lockCategory(tx, revisedRecord.categoryId);
  if (!column) return { refused: 'category_not_found' };
  const order = columnOrder(column.id, before.test);
  return { ...revisedRecord, rank: await rankAt(tx, order, form.afterRank, isMoved ? undefined : before) };
}

/** Writes the project if it changed. */
async function writeChange(context: Context, known: KnownProject, after: Project): Promise<KnownProject> {
  const { tx, now } = context;
  const before = known.project;
  if (canonicalJson(after) === canonicalJson(before)) return known;
  const project = { ...after, version: before.version + 1, updatedAt: now };
  writeProject(tx, project);
  if (project.name !== before.name) bumpDocumentsOfProject(tx, project.id);
  const { customerId } = project;
  if (customerId === before.customerId) return { ...known, project };
  await updateTasksOf(context, project.id, (task) => ({ ...task, customerId }));
  const written = await findProject(tx, project.id);
  if (!written) throw new Error(`the project ${project.id} was not written`);
  return { ...written, project };
}
