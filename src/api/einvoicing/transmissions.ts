import * as z from 'zod';
import { listPlatformConnections } from '../../db/einvoicing/platform-connections.ts';
import { isSendingQueued, latestFlow, queueSending, statusesOf } from '../../db/einvoicing/platform-flows.ts';
import { replacementsOf } from '../../db/einvoicing/replacements.ts';
import { collectedStatusesOf } from '../../db/einvoicing/sent-messages.ts';
import { unsentReasonOf } from '../../db/einvoicing/unsent-documents.ts';
import type { DocumentGroup } from '../../domain/billing/document/group/document-group.ts';
import { transmissionStage } from '../../domain/einvoicing/life-cycle.ts';
import { sendingWayOf } from '../../domain/einvoicing/sending-due.ts';
import { operation } from '../../pipeline/operation.ts';
import { BillingJson } from '../../schemas/billing/document/document-json.ts';
import { TransmissionJson, transmissionToJson } from '../../schemas/einvoicing/transmission.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { documentResponse } from '../../services/billing/document-group/document-response.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../services/context.ts';
import { outsideReasonOf, whyNotSent } from '../../services/einvoicing/hand-over.ts';
import { replaceDocument } from '../../services/einvoicing/replace-document.ts';
import { isAtTrialPlatform } from '../../services/einvoicing/trial-platform/speak-for-buyer.ts';

const about = {
  chapter: 'Documents',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: TransmissionJson,
} as const;

/** The tool of an operation on a document, by its ID. */
const ofDocument = {
  parameters: z.object({ billingId: idOf('the document') }),
  renamed: { billingId: 'id' },
} as const;

export const getTransmission = operation({
  ...about,
  name: 'get-transmission',
  summary: 'Gets where a document is on its way through approved platforms, with the statuses of its life cycle.',
  routes: ['GET /v2/billing/{billingId}/transmission'],
  scope: 'billing:read',
  refusals: ['document_not_found'],
  tool: { name: 'get-transmission', ...ofDocument, ...answeredAs('transmission', TransmissionJson) },
  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    return { body: await transmissionOf(context, found) };
  },
});

export const sendToPlatform = operation({
  ...about,
  name: 'send-to-platform',
  summary: 'Hands a finalized document to the approved platform of the account.',
  description:
    'It is sent a moment later, once, whatever happens meanwhile. A document that the platform has is refused; one whose file it did not accept may be sent again.',
  routes: ['POST /v2/billing/{billingId}/transmission'],
  scope: 'billing:write',
  refusals: [
    'document_not_found',
    'version_stale',
    'document_not_for_platform',
    'platform_not_connected',
    'already_at_platform',
  ],
  tool: {
    name: 'send-to-platform',
    description:
      'Hands a finalized document to the approved platform, which delivers it to the customer; cannot be undone.',
    ...ofDocument,
    ...answeredAs('transmission', TransmissionJson),
    destructive: true,
    reachesOthers: true,
  },
  async run(context, { id }) {
    const locked = await lockDocumentGroup(context, id, documentLookups.any);
    if ('refused' in locked) return locked;
    const { document, facts } = locked.group.asked;
    const reason = await whyNotSent(context, document, facts);
    if (reason !== undefined) return { refused: 'document_not_for_platform', reason };
    const { tx, test, realNow } = context;
    const connections = await listPlatformConnections(tx, test);
    if (!connections.some(({ sends }) => sends)) return { refused: 'platform_not_connected' };
    const flow = await latestFlow(tx, document.id);
    if (flow && flow.state !== 'refused' && flow.state !== 'sending')
      return {
        refused: 'already_at_platform',
        stage: transmissionStage(flow.state, await statusesOf(tx, document.id)),
      };
    queueSending(tx, document.id, test, realNow);
    return { body: await transmissionOf(context, locked.group) };
  },
});

export const replaceRefusedDocument = operation({
  ...about,
  name: 'replace-refused-document',
  summary: 'Cancels a refused invoice or advance by a credit note, and creates the draft that replaces it.',
  description:
    'For a document that the platform or its buyer refused. In one transaction, a credit note for all that is left is created and finalized, which stays in your books, and the draft of a new document with the same content is created. Correct the draft and finalize it: it gets a new number. Cannot be undone.',
  routes: ['POST /v2/billing/{billingId}/transmission/replacement'],
  scope: 'billing:write',
  success: 201,
  makesDocument: true,
  output: BillingJson,
  refusals: [
    ...(['document_not_found', 'version_stale', 'kind_not_replaced', 'not_refused_at_platform'] as const),
    ...(['already_replaced', 'not_yet_finalized', 'nothing_left_to_credit', 'already_finalized'] as const),
    ...(['not_finalizable', 'estimate_not_signed_for_final_invoice', 'final_invoice_already_there'] as const),
    ...(['estimate_not_signed', 'final_invoice_exists', 'advance_line_not_planned'] as const),
    ...(['advance_amount_missing', 'advance_exceeds_remaining', 'family_full'] as const),
  ],
  tool: {
    name: 'replace-refused-document',
    description:
      'Cancels an invoice or advance that the platform or its buyer refused: finalizes a credit note for it, and creates the draft that replaces it. Cannot be undone.',
    ...ofDocument,
    ...answeredAs('billing', BillingJson),
    destructive: true,
  },
  async run(context, { id }) {
    const replaced = await replaceDocument(context, id);
    return 'refused' in replaced ? replaced : documentResponse(context, replaced);
  },
});

/** Where a document is, with what its customer can say on the trial platform. */
export async function transmissionOf(context: Context, { asked }: DocumentGroup) {
  const { document, facts } = asked;
  const { tx, test } = context;
  const [notSentReason, outsideReason, unsentReason] = await Promise.all([
    whyNotSent(context, document, facts),
    outsideReasonOf(context, asked),
    unsentReasonOf(tx, document.id),
  ]);
  const [flow, statuses, isQueued, connections, replacements, collected] = await Promise.all([
    latestFlow(tx, document.id),
    statusesOf(tx, document.id),
    isSendingQueued(tx, document.id),
    listPlatformConnections(tx, test),
    replacementsOf(tx, document.id),
    collectedStatusesOf(tx, document.id),
  ]);
  const connection = connections.find(({ sends }) => sends);
  const isConnected = connection !== undefined;
  const way = sendingWayOf(asked, outsideReason, connection);
  const isTrial = isAtTrialPlatform({ flow, statuses, connections });
  const known = { flow, statuses, notSentReason, isConnected, isTrial, isQueued, replacements, collected };
  return transmissionToJson({ ...known, way, outsideReason, unsentReason });
}
