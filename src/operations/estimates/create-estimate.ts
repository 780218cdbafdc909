import * as z from 'zod';
import { EstimateJson } from '../../contract/billing.ts';
import { id } from '../../contract/id.ts';
import { worded } from '../../contract/named.ts';
import { createDraft, opening, openingRefusals } from '../documents/create-draft.ts';
import { operation } from '../operation.ts';

export const createEstimate = operation({
  name: 'create-estimate',
  summary: 'Makes a draft estimate or purchase order for a contact or an organization.',
  description:
    'For an organization its default contact, if any, is selected. Lines, discount and title may come along.',
  chapter: 'Estimates',
  routes: ['POST /v2/billing/estimate/{id}'],
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body: z.object({ estimateType: worded(['estimate', 'purchase_order']).optional(), ...opening }),
  success: 201,
  output: EstimateJson,
  refusals: ['customer_not_found', ...openingRefusals],
  example: { estimateType: 'estimate' },
  run: (context, { id: customerId, estimateType, ...said }) =>
    createDraft(context, estimateType ?? 'estimate', customerId, said),
});
