import * as z from 'zod';
import { BillingJson } from '../../contract/billing.ts';
import { idOr } from '../../contract/id.ts';
import { withFacts } from '../../domain/document/family.ts';
import { finalizeInFamily } from '../../domain/document/finalize-in-family.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { withElectronicFaults } from '../downloads/electronic-facts.ts';
import { operation } from '../operation.ts';
import { billingTool } from './billing-tool.ts';
import { commitFamily } from './commit-family.ts';
import { holdFamily } from './hold-family.ts';
import { draftToNumber, numberFor } from './number-for.ts';
import { wanted } from './see-family.ts';
import { showFamily } from './show-family.ts';

export const finalizeBilling = operation({
  name: 'finalize-billing',
  summary: 'Gives a draft its official number and freezes it for good.',
  description:
    'Cannot be undone: a finalized document is corrected by a credit note. A draft nobody dated is dated today. What it still lacks is listed in `finalizeRequirements`, before and in the refusal.',
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
    const held = await holdFamily(context, input.id, wanted.any, { numbers: 'itself', moves: true });
    if ('refused' in held) return held;
    const { document: draft, facts } = held.family.asked;
    const { number, ...series } = await numberFor(context, held, draftToNumber(draft, facts));
    const known = await withElectronicFaults(draft, { ...facts, ...series });
    const finalized = finalizeInFamily(withFacts(held.family, known), number);
    if (isRefusal(finalized)) return finalized;
    return showFamily(context, await commitFamily(context, held, finalized, { number }));
  },
});
