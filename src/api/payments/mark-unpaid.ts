import * as z from 'zod';
import { lockExcessOf } from '../../db/payments/customer-money.ts';
import { paymentsOf } from '../../db/payments/payments.ts';
import { reverseUsesOf } from '../../db/payments/unapplied-money-uses.ts';
import type { Claim } from '../../domain/billing/document/document.ts';
import { dropOverpayment } from '../../domain/payments/overpayment.ts';
import { counterEntries, markUnpaid } from '../../domain/payments/record-payments.ts';
import { isRefusal, type RefusalCode } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { billingTool } from '../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { type ApiDocumentKind, advances, invoices } from '../../services/billing/api-document-kinds.ts';
import type { DocumentLookup } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../services/context.ts';
import { writePayments } from '../../services/payments/write-payments.ts';

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
