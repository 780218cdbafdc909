import * as z from 'zod';
import { withDocuments } from '../../domain/billing/document/group/document-group.ts';
import { askForSignature as ask, cancelSignature as cancel } from '../../domain/billing/estimate/signature.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { EstimateJson } from '../../schemas/billing/document/document-json.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { NOTE_MAX, text } from '../../schemas/fields/text.ts';
import { emails } from '../../schemas/mail/email.ts';
import { commitDocumentGroup } from '../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import { updateDocumentState } from '../../services/billing/document-group/update-document-state.ts';
import { remindToSign, requestSignature } from '../../services/billing/signing/signing-mail.ts';
import { queueMailRefusals } from '../../services/mail/queue-mail.ts';

const shared = {
  chapter: 'Estimates',
  scope: 'billing:write',
  path: z.object({ id: idOr('estimate_not_found') }),
  query: z.object({}),
  success: 200,
  output: EstimateJson,
} as const;

export const askForSignature = operation({
  ...shared,
  name: 'ask-for-electronic-signature',
  summary: 'Requests an online signature: the customer gets a personal link by e-mail.',
  description:
    'For a draft, the request is sent once the draft is finalized. `emails` are the recipients, by default the customer. `withCode` makes the signer confirm their address with a code; the default is true if the service has a mail server. The signature is a simple one (eIDAS, art. 25).',
  routes: ['POST /v2/billing/estimate/{estimateId}/electronic-signature'],
  example: { message: 'Bonne lecture', withCode: true },
  body: z.object({ emails: emails.optional(), message: text(NOTE_MAX).optional(), withCode: z.boolean().optional() }),
  refusals: [
    ...(['estimate_not_found', 'version_stale', 'signature_under_way', 'signature_requirements_unmet'] as const),
    ...queueMailRefusals,
  ],
  async run(context, { id, emails = [], message, withCode = context.mail !== undefined }) {
    const locked = await lockDocumentGroup(context, id, documentLookups.estimate, { moves: true });
    if ('refused' in locked) return locked;
    const { document, facts } = locked.group.asked;
    const request = { id: context.newId(), emails, withCode, askedBy: context.actor, ...(message && { message }) };
    const procedure = ask(document, facts, request);
    if (isRefusal(procedure)) return procedure;
    const sent = await requestSignature(context, withDocuments(locked.group, procedure));
    if (isRefusal(sent)) return sent;
    const about = { procedure: request.id, emails, withCode };
    return documentResponse(
      context,
      await commitDocumentGroup(context, locked, sent, { as: { type: 'signature_asked', about } }),
    );
  },
});

export const cancelSignature = operation({
  ...shared,
  name: 'cancel-electronic-signature',
  summary: 'Cancels an online signature request; the page of the customer’s link then shows this.',
  routes: ['DELETE /v2/billing/estimate/{estimateId}/electronic-signature'],
  body: z.object({}),
  refusals: ['estimate_not_found', 'version_stale', 'signature_not_found'],
  run: (context, { id }) =>
    updateDocumentState(context, id, documentLookups.estimate, (estimate) => {
      const canceled = cancel(estimate, context.now);
      return isRefusal(canceled) ? canceled : { document: canceled, type: 'signature_canceled' };
    }),
});

export const remindOfSignature = operation({
  ...shared,
  name: 'remind-of-electronic-signature',
  summary: 'E-mails the signature link to the customer again.',
  description: 'At most one reminder an hour, and ten in total.',
  routes: ['POST /v2/billing/estimate/{estimateId}/electronic-signature/remind'],
  body: z.object({}),
  refusals: [
    ...(['estimate_not_found', 'version_stale', 'signature_not_found', 'signature_reminded_already'] as const),
    ...queueMailRefusals,
  ],
  run: (context, { id }) => remindToSign(context, id),
});
