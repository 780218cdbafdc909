import * as z from 'zod';
import { refuse, sign, unrefuse, unsign } from '../../../domain/billing/estimate/accept-or-decline.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { EstimateJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { updateDocumentState } from '../../../services/billing/document-group/update-document-state.ts';

const shared = {
  chapter: 'Estimates',
  scope: 'billing:write',
  path: z.object({ id: idOr('estimate_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: EstimateJson,
} as const;
const face = {
  ...billingTool({ parameter: 'estimateId', whose: 'the finalized estimate or purchase order' }, EstimateJson),
  destructive: true,
  idempotent: true,
};

export const signEstimate = operation({
  name: 'sign-estimate',
  summary: 'Records that the customer agreed to an estimate or purchase order.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/sign'],
  ...shared,
  refusals: ['estimate_not_found', 'version_stale', 'not_yet_finalized', 'already_signed', 'already_refused'],
  tool: {
    name: 'sign-estimate',
    description: 'Records in the audit trail that the customer agreed to an estimate or purchase order.',
    ...face,
  },
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate) => {
      const decided = sign(estimate, context.now);
      return isRefusal(decided) ? decided : { document: decided, type: 'signed' };
    }),
});

export const unsignEstimate = operation({
  name: 'unsign-estimate',
  summary: 'Removes a signature, as long as nothing was billed.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/unsign'],
  ...shared,
  refusals: ['estimate_not_found', 'version_stale', 'not_signed', 'signed_online', 'already_billed'],
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate, _, relatives) => {
      const decided = unsign(estimate, context.now, relatives);
      return isRefusal(decided) ? decided : { document: decided, type: 'unsigned' };
    }),
});

export const refuseEstimate = operation({
  name: 'refuse-estimate',
  summary: 'Records that the customer declined an estimate or purchase order.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/refuse'],
  ...shared,
  refusals: ['estimate_not_found', 'version_stale', 'not_yet_finalized', 'already_signed', 'already_refused'],
  tool: {
    name: 'refuse-estimate',
    description: 'Records in the audit trail that the customer declined an estimate or purchase order.',
    ...face,
  },
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate) => {
      const decided = refuse(estimate, context.now);
      return isRefusal(decided) ? decided : { document: decided, type: 'refused' };
    }),
});

export const unrefuseEstimate = operation({
  name: 'unrefuse-estimate',
  summary: 'Removes a refusal.',
  routes: ['PATCH /v2/billing/estimate/{estimateId}/unrefuse'],
  ...shared,
  refusals: ['estimate_not_found', 'version_stale', 'not_refused', 'already_billed'],
  run: (context, input) =>
    updateDocumentState(context, input.id, documentLookups.estimate, (estimate, _, relatives) => {
      const decided = unrefuse(estimate, context.now, relatives);
      return isRefusal(decided) ? decided : { document: decided, type: 'unrefused' };
    }),
});
