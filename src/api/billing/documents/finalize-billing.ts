import * as z from 'zod';
import { type DocumentGroup, withFacts } from '../../../domain/billing/document/group/document-group.ts';
import { finalizeInDocumentGroup } from '../../../domain/billing/document/group/finalize-in-group.ts';
import { procedureOf } from '../../../domain/billing/estimate/signature.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { BillingJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';
import { withFaultsOfDraft } from '../../../services/billing/drafts/draft-faults.ts';
import { draftToNumber, nextNumberFor } from '../../../services/billing/drafts/next-number.ts';
import { requestSignature } from '../../../services/billing/signing/signing-mail.ts';

export const finalizeBilling = operation({
  name: 'finalize-billing',
  summary: 'Gives a draft its official number and freezes it permanently.',
  description:
    'Cannot be undone: a finalized document is corrected by a credit note. A draft without a date is dated today. `finalizeRequirements`, on the draft and in the refusal, lists the unmet requirements. Read the `warnings` of the draft first: they do not block finalization, and cannot be fixed afterwards.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/finalize', 'PATCH /v2/billing/invoice/{invoiceId}/finalize'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'version_stale', 'already_finalized', 'not_finalizable'],
  tool: {
    name: 'finalize-billing',
    ...billingTool({ parameter: 'billingId', whose: 'the draft' }, BillingJson),
    destructive: true,
    idempotent: true,
  },

  async run(context, input) {
    const locked = await lockDocumentGroup(context, input.id, documentLookups.any, {
      numbers: 'itself',
      moves: true,
      judged: withFaults,
    });
    if ('refused' in locked) return locked;
    const { document: draft, facts } = locked.group.asked;
    const { number, ...series } = await nextNumberFor(context, locked, draftToNumber(draft, facts));
    const finalized = finalizeInDocumentGroup(withFacts(locked.group, { ...facts, ...series }), number);
    if (isRefusal(finalized)) return finalized;
    const isAsked = procedureOf(finalized.asked.document) !== undefined;
    const sent = isAsked ? await requestSignature(context, finalized) : finalized;
    // If the signature request cannot be mailed, it stays pending: finalizing does not depend on
    // the mail server.
    return documentResponse(
      context,
      await commitDocumentGroup(context, locked, isRefusal(sent) ? finalized : sent, { number }),
    );
  },
});

const withFaults = async (group: DocumentGroup): Promise<DocumentGroup> =>
  withFacts(group, await withFaultsOfDraft(group.asked.document, group.asked.facts));
