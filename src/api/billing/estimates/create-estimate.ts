import * as z from 'zod';
import { operation } from '../../../pipeline/operation.ts';
import { ofOffer } from '../../../schemas/billing/document/document-input.ts';
import { EstimateJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { kindOfType, offerTypes } from '../../../schemas/billing/document/document-type.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { createDraft, opening, openingRefusals } from '../../../services/billing/drafts/create-draft.ts';

const body = z.object({
  estimateType: worded(offerTypes).optional().meta({ description: 'estimate (default) or purchase_order.' }),
  ...opening,
  ...ofOffer,
});

export const createEstimate = operation({
  name: 'create-estimate',
  summary: 'Creates a draft estimate or purchase order for a contact or an organization.',
  description:
    'For an organization its default contact, if any, is selected. You can also give lines, discount, title, the price of drawing up the estimate, and the duration of the work.',
  chapter: 'Estimates',
  routes: ['POST /v2/billing/estimate/{customerId}'],
  scope: 'billing:write',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object({}),
  body,
  success: 201,
  makesDocument: true,
  output: EstimateJson,
  refusals: ['customer_not_found', ...openingRefusals],
  example: { estimateType: 'estimate' },
  tool: {
    name: 'create-estimate',
    ...billingTool({ parameter: 'customerId', whose: 'the contact or organization' }, EstimateJson, body.shape),
  },
  run: (context, { id: customerId, estimateType, ...form }) =>
    createDraft(context, kindOfType[estimateType ?? 'estimate'], customerId, form),
});
