import * as z from 'zod';
import { AdvanceJson, InvoiceJson } from '../../contract/billing/billing.ts';
import { billingTool } from '../../contract/billing/billing-tool.ts';
import { idOr } from '../../contract/id.ts';
import { type PaymentInput, payments } from '../../contract/payments/payment.ts';
import { holdFamily } from '../../deeds/billing/hold-family.ts';
import { type Wanted, wanted } from '../../deeds/billing/see-family.ts';
import type { Context } from '../../deeds/context.ts';
import { writePayments } from '../../deeds/payments/write-payments.ts';
import type { Advance, Invoice } from '../../domain/billing/document/document.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { recordPayments } from '../../domain/payments/record-payments.ts';
import { isRefusal, type RefusalCode } from '../../domain/refusal.ts';
import { operation } from '../../road/operation.ts';

const asked = {
  description: 'Amounts in cents of the document currency. Partial payments are allowed; more than remains is refused.',
  chapter: 'Payments',
  scope: 'billing:write',
  query: z.object({}),
  body: z.object({ payments }),
  success: 200,
  example: { payments: [{ amount: 58566, receivedAt: 1795132800, method: 'transfer' }] },
} as const;
const refusals = [
  'version_stale',
  'not_payable_when_draft',
  'not_payable_when_canceled',
  'nothing_due',
  'payment_exceeds_remaining',
] as const;

export const markInvoicePaid = operation({
  name: 'mark-paid',
  summary: 'Records payments received for an invoice; it is paid once nothing remains.',
  routes: ['POST /v2/accounting-billing/invoice/{invoiceId}/reconciliate'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  output: InvoiceJson,
  refusals: ['invoice_not_found', ...refusals],
  tool: {
    name: 'mark-paid',
    description:
      'Records payments received for an invoice, amounts in cents; it is paid once nothing remains. More than remains is refused. Payments are never erased: mark-unpaid takes them back by counter-entries.',
    ...billingTool({ parameter: 'invoiceId', whose: 'the finalized invoice' }, InvoiceJson, { payments }),
  },
  run: (context, input) => markPaid(context, input, wanted.invoice),
});

export const markAdvancePaid = operation({
  name: 'mark-advance-paid',
  summary: 'Records payments received for an advance; it is paid once nothing remains.',
  routes: ['POST /v2/accounting-billing/advance/{advanceId}/reconciliate'],
  ...asked,
  path: z.object({ id: idOr('advance_not_found') }),
  output: AdvanceJson,
  refusals: ['advance_not_found', ...refusals],
  tool: {
    name: 'mark-advance-paid',
    description:
      'Records payments received for an advance, amounts in cents; it is paid once nothing remains. More than remains is refused. Payments are never erased: mark-advance-unpaid takes them back by counter-entries.',
    ...billingTool({ parameter: 'advanceId', whose: 'the finalized advance' }, AdvanceJson, { payments }),
  },
  run: (context, input) => markPaid(context, input, wanted.advance),
});

async function markPaid<D extends Invoice | Advance, R extends RefusalCode>(
  context: Context,
  input: { id: string; payments: readonly PaymentInput[] },
  what: Wanted<D, R>,
) {
  const held = await holdFamily(context, input.id, what, { moves: true });
  if ('refused' in held) return held;
  const received = input.payments.map((payment) => paymentFrom(payment, input.id, context));
  const paid = recordPayments<Invoice | Advance>(held.family.asked.document, received, context.now);
  return isRefusal(paid) ? paid : writePayments(context, held, paid, received);
}

function paymentFrom(input: PaymentInput, documentId: string, { newId, now }: Context): Payment {
  const { otherMethod, transactionId, regulations } = input;
  const { commission, lossOfValueChangeRate } = regulations ?? {};
  return {
    id: newId(),
    documentId,
    amount: cents(input.amount),
    receivedAt: input.receivedAt,
    method: input.method,
    createdAt: now,
    ...(otherMethod != null && { otherMethod }),
    ...(transactionId != null && { transactionId }),
    ...(regulations != null && {
      regulations: {
        ...(commission !== undefined && { commission: commission as Cents }),
        ...(lossOfValueChangeRate !== undefined && { lossOfValueChangeRate: lossOfValueChangeRate as Cents }),
      },
    }),
  };
}
