import * as z from 'zod';
import { AdvanceJson } from '../../contract/billing.ts';
import { askedAdvance } from '../../contract/document-input.ts';
import { id } from '../../contract/id.ts';
import { newAdvance } from '../../domain/advance/new-advance.ts';
import type { AskedAdvance } from '../../domain/advance/share.ts';
import { type Estimate, isAdvance, isFinalized } from '../../domain/document/document.ts';
import { cents } from '../../domain/money/cents.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { addToFamily } from '../documents/add-to-family.ts';
import { billingTool } from '../documents/billing-tool.ts';
import { lockDocument, wanted } from '../documents/seen-family.ts';
import { operation } from '../operation.ts';

const body = z.object({
  mode: askedAdvance.mode.optional(),
  amount: askedAdvance.amount.optional(),
  percentage: askedAdvance.percentage.optional(),
  advanceLineIndex: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The place of an advance the estimate announces, from 0; it says how much.' }),
  includeDisbursement: z
    .boolean()
    .optional()
    .meta({ description: 'Whether disbursements count too; they do not unless said.' }),
});

export const createAdvance = operation({
  name: 'create-advance',
  summary: 'Makes a draft advance (down-payment invoice) on a signed estimate or purchase order.',
  description:
    'Amounts are tax included. Without a body: 30 %, or 50 % of what remains from the fourth advance on. `advanceLineIndex` takes an advance the estimate announced, from 0.',
  chapter: 'Advances',
  routes: ['POST /v2/billing/estimate/{estimateId}/advance'],
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body,
  success: 200,
  makesDocument: true,
  output: AdvanceJson,
  refusals: [
    'estimate_not_found',
    'version_stale',
    'estimate_not_signed',
    'final_invoice_exists',
    'advance_exceeds_remaining',
    'advance_line_not_planned',
    'advance_amount_missing',
    'family_full',
  ],
  example: { mode: 'PERCENTAGE', percentage: 30 },
  tool: {
    name: 'create-advance',
    description:
      'Makes a draft advance (down-payment invoice) on a signed estimate or purchase order. Say an amount in cents, tax included, or a percentage, or the place of an announced advance. Without any: 30 %, or 50 % of what remains from the fourth advance on.',
    ...billingTool(
      { parameter: 'estimateId', whose: 'the signed estimate or purchase order' },
      AdvanceJson,
      body.shape,
    ),
  },

  async run(context, { id: estimateId, ...given }) {
    const found = await lockDocument(context, estimateId, wanted.estimate);
    if ('refused' in found) return found;
    const { document: estimate } = found.seen;
    if (estimate.state !== 'signed' || !isFinalized<Estimate>(estimate)) return { refused: 'estimate_not_signed' };
    const { finalInvoice } = estimate.life;
    if (finalInvoice) return { refused: 'final_invoice_exists', invoiceId: finalInvoice.id };
    const asked = wishOf(given, estimate);
    if (isRefusal(asked)) return asked;

    const earlier = [...found.relatives.values()].filter(
      ({ document }) => isAdvance(document) && document.canceledAt === undefined,
    ).length;
    const { includeDisbursement = false } = given;
    const wish = { id: context.newId(), now: context.now, earlier, includeDisbursement, ...(asked && { asked }) };
    const advance = newAdvance(estimate, wish);
    return isRefusal(advance) ? advance : addToFamily(context, found, advance);
  },
});

type Given = {
  mode?: 'AMOUNT' | 'PERCENTAGE' | undefined;
  amount?: number | undefined;
  percentage?: number | undefined;
};

/** What the caller wishes; undefined where he leaves it to the rule. */
function wishOf(
  given: Given & { advanceLineIndex?: number | undefined },
  estimate: Estimate,
): AskedAdvance | undefined | Refused<'advance_line_not_planned' | 'advance_amount_missing'> {
  const { advanceLineIndex: index } = given;
  if (index === undefined) return askedFrom(given);
  return estimate.content.planned[index]?.asked ?? { refused: 'advance_line_not_planned', index };
}

/** An amount or a percentage, by its mode or by which of the two is there. */
export function askedFrom({
  mode,
  amount,
  percentage,
}: Given): AskedAdvance | undefined | Refused<'advance_amount_missing'> {
  const meant = mode ?? (amount !== undefined ? 'AMOUNT' : percentage !== undefined ? 'PERCENTAGE' : undefined);
  if (meant === undefined) return undefined;
  if (meant === 'AMOUNT') return amount === undefined ? missing : { mode: 'AMOUNT', amount: cents(amount) };
  return percentage === undefined ? missing : { mode: 'PERCENTAGE', percentage };
}

const missing = { refused: 'advance_amount_missing' } as const;
