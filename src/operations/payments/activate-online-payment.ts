import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { advances, invoices, type KindOnTheWire } from '../../deeds/billing/kinds-on-the-wire.ts';
import { seeFamily } from '../../deeds/billing/see-family.ts';
import type { Claim } from '../../domain/billing/document/document.ts';
import { whyNotPayableOnline } from '../../domain/payments/online-payment.ts';
import { operation } from '../../road/operation.ts';

export const activateInvoiceOnlinePayment = activating(invoices, 'Lets the customer pay an invoice online.');
export const activateAdvanceOnlinePayment = activating(advances, 'Lets the customer pay an advance online.');

function activating({ noun, chapter, Json, missing, what }: KindOnTheWire, summary: string) {
  return operation({
    name: `activate-${noun}-online-payment`,
    summary,
    description:
      'Refused where nothing can be paid, and as long as no provider of online payment is connected to the account; none can be yet.',
    chapter,
    routes: [`PATCH /v2/billing/${noun}/{${noun}Id}/activate-online-payment`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
    output: Json,
    refusals: [missing, 'not_payable_when_canceled', 'nothing_due', 'online_payment_without_account'],
    async run(context, { id }) {
      const found = await seeFamily(context, id, what);
      return 'refused' in found ? found : whyNotPayableOnline(found.asked.document as Claim);
    },
  });
}
