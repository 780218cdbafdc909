import * as z from 'zod';
import { AdvanceJson, InvoiceJson } from '../../../contract/billing/billing.ts';
import { billingTool } from '../../../contract/billing/billing-tool.ts';
import { idOr } from '../../../contract/id.ts';
import { commitFamily } from '../../../deeds/billing/commit-family.ts';
import { holdParent } from '../../../deeds/billing/hold-family.ts';
import { numberFor } from '../../../deeds/billing/number-for.ts';
import { type Wanted, wanted } from '../../../deeds/billing/see-family.ts';
import { showFamily } from '../../../deeds/billing/show-family.ts';
import type { Context } from '../../../deeds/context.ts';
import { cancelInFamily } from '../../../domain/billing/credit-note/cancel-in-family.ts';
import type { Claim } from '../../../domain/billing/document/document.ts';
import { isRefusal, type RefusalCode } from '../../../domain/refusal.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../road/operation.ts';

const body = z.object({
  wantArchiveAfterCancellation: z
    .boolean()
    .optional()
    .meta({ description: 'Also archive what is canceled; not unless said.' }),
});
const asked = {
  description:
    'One transaction: the credit note of what remains is made and finalized, and the document marked canceled. Cannot be undone. The answer lists the new asset, and `Location` names it.',
  scope: 'billing:write',
  query: z.object({}),
  body,
  success: 200,
  example: { wantArchiveAfterCancellation: false },
} as const;
const refusals = [
  'version_stale',
  'not_yet_finalized',
  'nothing_left_to_credit',
  'already_finalized',
  'not_finalizable',
] as const;
const tool = {
  description:
    'Cancels a finalized invoice or advance, at once and for good: cannot be undone. A credit note (asset) of all that remains to credit is made and finalized with its own official number; the answer lists it in assets.',
  destructive: true,
  idempotent: true,
};

export const cancelInvoice = operation({
  name: 'cancel-invoice',
  summary: 'Cancels a finalized invoice by a credit note of all that remains to credit.',
  chapter: 'Invoices',
  routes: ['POST /v2/billing/invoice/{invoiceId}/cancel'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  output: InvoiceJson,
  refusals: ['invoice_not_found', ...refusals],
  tool: {
    name: 'cancel-invoice',
    ...tool,
    ...billingTool({ parameter: 'invoiceId', whose: 'the finalized invoice' }, InvoiceJson, body.shape),
  },
  run: (context, input) => cancel(context, input, wanted.invoice),
});

export const cancelAdvance = operation({
  name: 'cancel-advance',
  summary: 'Cancels a finalized advance by a credit note of all that remains to credit.',
  chapter: 'Advances',
  routes: ['POST /v2/billing/advance/{advanceId}/cancel'],
  ...asked,
  path: z.object({ id: idOr('advance_not_found') }),
  output: AdvanceJson,
  refusals: ['advance_not_found', ...refusals],
  tool: {
    name: 'cancel-advance',
    ...tool,
    ...billingTool({ parameter: 'advanceId', whose: 'the finalized advance' }, AdvanceJson, body.shape),
  },
  run: (context, input) => cancel(context, input, wanted.advance),
});

async function cancel<D extends Claim, R extends RefusalCode>(
  context: Context,
  input: { id: string; wantArchiveAfterCancellation?: boolean | undefined },
  what: Wanted<D, R>,
) {
  const purpose = { numbers: 'credit_note', moves: true } as const;
  const held = await holdParent(context, input.id, what, 'credit_note', purpose);
  if ('refused' in held) return held;
  const { now, newId } = context;
  const { document, facts } = held.family.asked;
  if (!document.sealed) return { refused: 'not_yet_finalized' as const };

  const { settings } = facts;
  const year = Number(civilDayOf(now, settings.zone).slice(0, 4));
  const toNumber = { kind: 'credit_note', test: document.test, year, settings } as const;
  const { number, ...series } = await numberFor(context, held, toNumber);
  const archive = input.wantArchiveAfterCancellation ?? false;
  const around = { ...held.around, ...series };
  const canceled = cancelInFamily(held.family, { number, around, archive, now, newId });
  if (isRefusal(canceled)) return canceled;
  const after = await commitFamily(context, held, canceled.family, { number, as: { type: 'canceled' } });
  const shown = await showFamily(context, after);
  return { ...shown, headers: { ...shown.headers, location: `/v2/billing/asset/${canceled.creditNoteId}` } };
}
