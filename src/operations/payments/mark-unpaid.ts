import * as z from 'zod';
import { AdvanceJson, InvoiceJson } from '../../contract/billing/billing.ts';
import { billingTool } from '../../contract/billing/billing-tool.ts';
import { idOr } from '../../contract/id.ts';
import { holdFamily } from '../../deeds/billing/hold-family.ts';
import { type Wanted, wanted } from '../../deeds/billing/see-family.ts';
import type { Context } from '../../deeds/context.ts';
import { writePayments } from '../../deeds/payments/write-payments.ts';
import type { Advance, Invoice } from '../../domain/billing/document/document.ts';
import { counterEntries, markUnpaid } from '../../domain/payments/record-payments.ts';
import { isRefusal, type RefusalCode } from '../../domain/refusal.ts';
import { operation } from '../../road/operation.ts';
import { paymentsOf } from '../../store/payments/payments.ts';

const asked = {
  description: 'No payment is erased: each is taken back by a counter-entry.',
  chapter: 'Payments',
  scope: 'billing:write',
  query: z.object({}),
  body: z.object({}),
  success: 200,
} as const;

export const markInvoiceUnpaid = operation({
  name: 'mark-unpaid',
  summary: 'Takes the payments of a paid invoice back; it is owed again.',
  routes: ['POST /v2/accounting-billing/invoice/{invoiceId}/mark-as-unpaid'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  output: InvoiceJson,
  refusals: ['invoice_not_found', 'version_stale', 'not_paid', 'no_payment_to_reverse'],
  tool: {
    name: 'mark-unpaid',
    ...billingTool({ parameter: 'invoiceId', whose: 'the paid invoice' }, InvoiceJson),
    idempotent: true,
  },
  run: (context, input) => unpay(context, input.id, wanted.invoice),
});

export const markAdvanceUnpaid = operation({
  name: 'mark-advance-unpaid',
  summary: 'Takes the payments of a paid advance back; it is owed again.',
  routes: ['POST /v2/accounting-billing/advance/{advanceId}/mark-as-unpaid'],
  ...asked,
  path: z.object({ id: idOr('advance_not_found') }),
  output: AdvanceJson,
  refusals: ['advance_not_found', 'version_stale', 'not_paid', 'no_payment_to_reverse'],
  tool: {
    name: 'mark-advance-unpaid',
    ...billingTool({ parameter: 'advanceId', whose: 'the paid advance' }, AdvanceJson),
    idempotent: true,
  },
  run: (context, input) => unpay(context, input.id, wanted.advance),
});

async function unpay<D extends Invoice | Advance, R extends RefusalCode>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
) {
  const held = await holdFamily(context, id, what, { moves: true });
  if ('refused' in held) return held;
  const unpaid = markUnpaid<Invoice | Advance>(held.family.asked.document, context.now);
  if (isRefusal(unpaid)) return unpaid;
  const entries = counterEntries(await paymentsOf(context.tx, id), context.newId, context.now);
  return writePayments(context, held, unpaid, entries);
}
