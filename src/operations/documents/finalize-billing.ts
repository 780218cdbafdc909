import * as z from 'zod';
import { BillingJson } from '../../contract/billing.ts';
import { id, isUuid } from '../../contract/id.ts';
import { lockHeadOf } from '../../store/audit-chain.ts';
import { lockSeriesOf } from '../../store/series.ts';
import { operation } from '../operation.ts';
import { billingTool } from './billing-tool.ts';
import { sealDocument } from './seal-document.ts';
import { lockDocument, showDocument, wanted } from './seen-family.ts';

export const finalizeBilling = operation({
  name: 'finalize-billing',
  summary: 'Gives a draft its official number and freezes it for good.',
  description:
    'Cannot be undone: a finalized document is corrected by a credit note. A draft nobody dated is dated today. What it still lacks is listed in `finalizeRequirements`, before and in the refusal.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/finalize', 'PATCH /v2/billing/invoice/{invoiceId}/finalize'],
  scope: 'billing:write',
  path: z.object({ id }),
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
    if (!isUuid(input.id)) return wanted.any.missing;
    const [found, series, head] = await Promise.all([
      lockDocument(context, input.id, wanted.any),
      lockSeriesOf(context.tx, input.id),
      lockHeadOf(context.tx, input.id),
    ]);
    if ('refused' in found) return found;
    if (!head) throw new Error(`account ${context.accountId} has no audit chain`);
    const sealed = await sealDocument(context, { found, series, head });
    return 'refused' in sealed ? sealed : showDocument(context, found);
  },
});
