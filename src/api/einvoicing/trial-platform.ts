import * as z from 'zod';
import { latestFlow, statusesOf } from '../../db/einvoicing/platform-flows.ts';
import { transmissionStage } from '../../domain/einvoicing/life-cycle.ts';
import { trialActionsAt } from '../../domain/einvoicing/trial-buyer.ts';
import { operation } from '../../pipeline/operation.ts';
import { TransmissionJson } from '../../schemas/einvoicing/transmission.ts';
import { TrialInvoiceJson, TrialPlatformJson, trialAnswerForm } from '../../schemas/einvoicing/trial-platform.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import {
  billFromTrialCompany,
  isAtTrialPlatform,
  speakForBuyer,
  trialConnection,
} from '../../services/einvoicing/trial-platform/speak-for-buyer.ts';
import { trialDirectoryOf } from '../../services/einvoicing/trial-platform/trial-platform-of-account.ts';
import { transmissionOf } from './transmissions.ts';

const about = { chapter: 'E-invoicing', path: z.object({}), query: z.object({}), body: z.object({}) } as const;

export const getTrialPlatform = operation({
  ...about,
  name: 'get-trial-platform',
  summary: 'Gets the trial platform of an account: whether it is connected, and the companies of its directory.',
  description:
    'A stand-in of an approved platform for test mode, part of this service. All companies but the own one are invented.',
  routes: ['GET /v2/e-invoicing/trial'],
  scope: 'billing:read',
  success: 200,
  output: TrialPlatformJson,
  refusals: [],
  async run(context) {
    const [connection, companies] = await Promise.all([trialConnection(context), trialDirectoryOf(context.tx)]);
    return { body: { isConnected: connection !== undefined, companies } };
  },
});

export const actAsTrialBuyer = operation({
  ...about,
  name: 'act-as-trial-buyer',
  summary: 'Lets the customer of a test document answer it on the trial platform.',
  description:
    'Test mode only. The status comes back like one of a real platform, a few seconds later: see `get-transmission`.',
  path: z.object({ id: idOr('document_not_found') }),
  routes: ['POST /v2/e-invoicing/trial/invoices/{billingId}/act'],
  scope: 'billing:write',
  body: trialAnswerForm,
  success: 200,
  output: TransmissionJson,
  refusals: [
    ...(['document_not_found', 'trial_platform_not_connected', 'not_at_trial_platform'] as const),
    ...(['trial_action_impossible', 'trial_reason_unknown', 'trial_platform_full'] as const),
  ],
  example: { action: 'refuse', reason: 'TX_TVA_ERR', message: 'Le taux de TVA devrait être de 10 %' },
  async run(context, { id, ...answer }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const connection = await trialConnection(context);
    if (!connection) return { refused: 'trial_platform_not_connected' };
    const documentId = found.asked.document.id;
    const [flow, statuses] = await Promise.all([
      latestFlow(context.tx, documentId),
      statusesOf(context.tx, documentId),
    ]);
    if (flow?.platformId === undefined || !isAtTrialPlatform({ flow, statuses, connections: [connection] }))
      return { refused: 'not_at_trial_platform' };
    const actions = trialActionsAt(transmissionStage(flow.state, statuses));
    if (!actions.includes(answer.action)) return { refused: 'trial_action_impossible', actions };
    const refused = await speakForBuyer(context, { flow: flow.platformId, connectionId: connection.id }, answer);
    return refused ?? { body: await transmissionOf(context, found) };
  },
});

export const receiveTrialInvoice = operation({
  ...about,
  name: 'receive-trial-invoice',
  summary: 'Lets an invented supplier send an invoice to the account on the trial platform.',
  description: 'Test mode only: 1,000 € and 20 % VAT. It is among the received invoices a few seconds later.',
  routes: ['POST /v2/e-invoicing/trial/supplier-invoices'],
  scope: 'billing:write',
  success: 201,
  output: TrialInvoiceJson,
  refusals: ['trial_platform_not_connected', 'trial_platform_full'],
  async run(context) {
    const connection = await trialConnection(context);
    if (!connection?.receives) return { refused: 'trial_platform_not_connected' };
    const billed = await billFromTrialCompany(context, connection.id);
    return 'refused' in billed ? billed : { body: billed };
  },
});
