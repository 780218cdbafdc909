import * as z from 'zod';
import { findForDocument } from '../../../../db/customers/customers.ts';
import type { BillingDocument } from '../../../../domain/billing/document/document.ts';
import { withFacts } from '../../../../domain/billing/document/group/document-group.ts';
import { editInDocumentGroup } from '../../../../domain/billing/document/group/edit-in-group.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { BillingJson } from '../../../../schemas/billing/document/document-json.ts';
import { id, idOr } from '../../../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../../services/billing/document-group/lock-document-group.ts';
import { editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';

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
