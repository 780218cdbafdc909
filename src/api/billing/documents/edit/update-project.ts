import * as z from 'zod';
import { keepProject } from '../../../../db/projects/projects.ts';
import type { BillingDocument } from '../../../../domain/billing/document/document.ts';
import { withFacts } from '../../../../domain/billing/document/group/document-group.ts';
import { editInDocumentGroup } from '../../../../domain/billing/document/group/edit-in-group.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { idOf, idOr } from '../../../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../../services/billing/document-group/lock-document-group.ts';
import { editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateProjectOf = operation({
  name: 'update-billing-opportunity',
  summary: 'Assigns a draft to a project (opportunity), or removes it from its project.',
  description:
    'Documents created from the draft later belong to the same project. A finalized document stays in its project; it shows the current name of the project.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/opportunity', 'PATCH /v2/billing/{billingId}/project'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ opportunityId: idOf('the project; null for none').nullable() }),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'project_not_found', 'project_of_other_mode', ...editRefusals],
  example: { opportunityId: '01890a5d-8d10-7b6a-9c3e-4f5a6b7c8d9e' },

  async run(context, { id: documentId, opportunityId }) {
    const locked = await lockDocumentGroup(context, documentId, documentLookups.any);
    if ('refused' in locked) return locked;
    const { document, facts } = locked.group.asked;
    if (document.sealed) return { refused: 'document_not_draft', state: document.state };
    const project = opportunityId === null ? undefined : await keepProject(context.tx, opportunityId);
    if (opportunityId !== null && !project) return { refused: 'project_not_found' };
    if (project && project.test !== document.test) return { refused: 'project_of_other_mode' };

    const { projectName: _, ...without } = facts;
    const group = withFacts(locked.group, { ...without, ...(project && { projectName: project.name }) });
    const { projectId: __, ...alone } = document;
    const edited = editInDocumentGroup(group, {
      ...alone,
      ...(project && { projectId: project.id }),
    } as BillingDocument);
    if (isRefusal(edited)) return edited;
    return documentResponse(context, await commitDocumentGroup(context, locked, edited));
  },
});
