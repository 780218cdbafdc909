import * as z from 'zod';
import { lockExcessOf, reverseUsesOf } from '../../db/payments/customer-money.ts';
import { paymentsOf } from '../../db/payments/payments.ts';
import type { Claim } from '../../domain/billing/document/document.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { dropOverpayment, recordWithOverpayment } from '../../domain/payments/overpayment.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import {
  counterEntries,
  markUnpaid,
  paymentDayRefused,
  recordPayments,
} from '../../domain/payments/record-payments.ts';
import { isRefusal, type RefusalCode } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { billingTool } from '../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { type PaymentInput, payments, paymentsForTools } from '../../schemas/payments/payment.ts';
import { type ApiDocumentKind, advances, invoices } from '../../services/billing/api-document-kinds.ts';
import type { DocumentLookup } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../services/context.ts';
import { writePayments } from '../../services/payments/write-payments.ts';

const keepExcess = z.boolean().default(false).meta({
  description:
    'Keeps an amount above the balance due for the customer instead of refusing it: see get-online-payments, `unapplied`.',
});

export const markInvoicePaid = marking(invoices, { name: 'mark-paid', back: 'mark-unpaid' });
export const markAdvancePaid = marking(advances, { name: 'mark-advance-paid', back: 'mark-advance-unpaid' });

function marking(
  { noun, Json, missing, what }: ApiDocumentKind<Claim>,
  { name, back }: { name: string; back: string },
) {
  const summaryWith = (unit: string) =>
    `Records payments received for an ${noun}${unit}; it is paid once nothing remains.`;
  return operation({
    name,
    summary: summaryWith(''),
    description:
      'Amounts in cents of the document currency. Partial payments are allowed; more than the balance due is refused, unless `keepExcess` is true. Days before the issue of the document and days in the future are refused.',
    chapter: 'Payments',
    routes: [`POST /v2/accounting-billing/${noun}/{${noun}Id}/reconciliate`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({ payments, keepExcess }),
    success: 200,
    output: Json,
    refusals: [
      missing,
      'version_stale',
      'not_payable_when_draft',
      'not_payable_when_canceled',
      'nothing_due',
      'payment_exceeds_remaining',
      'payment_before_document',
      'payment_to_come',
    ],
    example: { payments: [{ amount: 58566, receivedAt: 1795132800, method: 'transfer' }] },
    tool: {
      name,
      description: `${summaryWith(', amounts in cents')} More than the balance due is refused, unless keepExcess is true. Payments are never erased: ${back} reverses them by counter-entries.`,
      ...billingTool({ parameter: `${noun}Id`, whose: `the finalized ${noun}` }, Json, {
        payments: paymentsForTools,
        keepExcess,
      }),
      days: ['payments.receivedAt'],
    },
    run: (context, input) => markPaid(context, input, what),
  });
}

async function markPaid<R extends RefusalCode>(
  context: Context,
  input: { id: string; payments: readonly PaymentInput[]; keepExcess: boolean },
  what: DocumentLookup<Claim, R>,
) {
  const locked = await lockDocumentGroup(context, input.id, what, { moves: true });
  if ('refused' in locked) return locked;
  const received = input.payments.map((payment) => paymentFrom(payment, input.id, context));
  const { document, facts } = locked.group.asked;
  const recorded = input.keepExcess
    ? recordWithOverpayment(document, received, { ...context, source: 'recorded' })
    : recordPayments(document, received, context.now);
  if (isRefusal(recorded)) return recorded;
  const no = paymentDayRefused(document, received, { now: context.now, zone: facts.settings.zone });
  if (no) return no;
  if (!('kept' in recorded)) return writePayments(context, locked, recorded, { payments: received });
  return writePayments(context, locked, recorded.document, recorded);
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

export const markInvoiceUnpaid = unmarking(invoices, 'mark-unpaid');
export const markAdvanceUnpaid = unmarking(advances, 'mark-advance-unpaid');

function unmarking({ noun, Json, missing, what }: ApiDocumentKind<Claim>, name: string) {
  return operation({
    name,
    summary: `Reverses the payments of a paid ${noun}, which is then due again.`,
    description:
      'No payment is deleted: each is reversed by a counter-entry. Money applied from another payment becomes unapplied again. An overpayment kept with these payments is removed; if it was applied or refunded, the call is refused.',
    chapter: 'Payments',
    routes: [`POST /v2/accounting-billing/${noun}/{${noun}Id}/mark-as-unpaid`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
    output: Json,
    refusals: [missing, 'version_stale', 'not_paid', 'no_payment_to_reverse', 'excess_used'],
    tool: {
      name,
      description: `Reverses the payments of a paid ${noun} by counter-entries; it is then due again. Refused if an overpayment of theirs was applied or refunded.`,
      ...billingTool({ parameter: `${noun}Id`, whose: `the paid ${noun}` }, Json),
      idempotent: true,
    },
    run: (context, input) => unpay(context, input.id, what),
  });
}

async function unpay<R extends RefusalCode>(context: Context, id: string, what: DocumentLookup<Claim, R>) {
  const locked = await lockDocumentGroup(context, id, what, { moves: true });
  if ('refused' in locked) return locked;
  const unpaid = markUnpaid(locked.group.asked.document, context.now);
  if (isRefusal(unpaid)) return unpaid;
  const entries = counterEntries(await paymentsOf(context.tx, id), context.newId, context.now);
  const dropped = dropOverpayment(await lockExcessOf(context.tx, id));
  if (isRefusal(dropped)) return dropped;
  const shown = await writePayments(context, locked, unpaid, { payments: entries, dropped });
  // Money applied from another payment is unapplied again.
  reverseUsesOf(
    context.tx,
    entries.flatMap(({ reversesId }) => reversesId ?? []),
    context.now,
  );
  return shown;
}
