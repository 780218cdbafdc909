import * as z from 'zod';
import { findForDocument } from '../../../../db/customers/customers.ts';
import { keepProject } from '../../../../db/projects/projects.ts';
import { type BillingDocument, isCreditNote } from '../../../../domain/billing/document/document.ts';
import { withFacts } from '../../../../domain/billing/document/group/document-group.ts';
import { editInDocumentGroup } from '../../../../domain/billing/document/group/edit-in-group.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { deliveryAddress } from '../../../../schemas/billing/document/document-input.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { id, idOf, idOr } from '../../../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../../services/billing/document-group/lock-document-group.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

export const updateCustomer = operation({
  name: 'update-billing-customer',
  summary: 'Addresses a draft to another customer: a contact, or an organization (its default contact, if it has one).',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/customer'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ customerId: id }),
  success: 200,
  output: BillingJson,
  refusals: [
    'document_not_found',
    'customer_not_found',
    'customer_of_parent',
    'customer_of_other_mode',
    ...editRefusals,
  ],
  example: { customerId: '01890a5d-ac96-774b-bcce-b302099a8057' },

  async run(context, { id: documentId, customerId }) {
    const locked = await lockDocumentGroup(context, documentId, documentLookups.any);
    if ('refused' in locked) return locked;
    const { document, facts, contextVersion } = locked.group.asked;
    if (document.sealed) return { refused: 'document_not_draft', state: document.state };
    if (document.parentId !== undefined) return { refused: 'customer_of_parent' };
    const customer = await findForDocument(context.tx, customerId);
    if (!customer) return { refused: 'customer_not_found' };
    // A live document for a test customer would mix both modes, and a test document for a live
    // customer would show that customer to a test key.
    if (customer.party.test !== document.test) return { refused: 'customer_of_other_mode' };

    const [accountVersion] = contextVersion.split('.');
    const known = { ...facts, customer: customer.party };
    const group = withFacts(locked.group, known, `${accountVersion}.${customer.version}`);
    const edited = editInDocumentGroup(group, { ...document, customerId: customer.party.id } as BillingDocument);
    if (isRefusal(edited)) return edited;
    return documentResponse(context, await commitDocumentGroup(context, locked, edited));
  },
});

export const updateDeliveryAddress = operation({
  name: 'update-billing-delivery-address',
  summary: 'Sets the delivery address of a draft and whether it is printed; null restores that of the customer.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/delivery-address', 'PATCH /v2/billing/invoice/{invoiceId}/delivery-address'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({ deliveryAddress, displayDeliveryAddress: z.boolean() }),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'delivery_of_credit_note', ...editRefusals],
  example: {
    deliveryAddress: { line1: '3 quai de la Loire', city: 'Nantes', zipCode: '44000', country: 'FR' },
    displayDeliveryAddress: true,
  },

  run: (context, input) =>
    editDraft(
      context,
      input.id,
      documentLookups.any,
      (draft) => {
        const { deliveryAddress: _, ...content } = draft.content;
        const { displayDeliveryAddress, deliveryAddress } = input;
        const { line2, ...address } = deliveryAddress ?? {};
        const stored = deliveryAddress && { deliveryAddress: { ...address, ...(line2 != null && { line2 }) } };
        return { ...draft, content: { ...content, displayDeliveryAddress, ...stored } } as BillingDocument;
      },
      (document) => (isCreditNote(document) ? { refused: 'delivery_of_credit_note' as const } : undefined),
    ),
});

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
