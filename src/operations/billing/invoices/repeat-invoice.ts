import * as z from 'zod';
import { InvoiceJson } from '../../../contract/billing/billing.ts';
import { frequencyForm } from '../../../contract/billing/frequency.ts';
import { idOr } from '../../../contract/id.ts';
import { seeFamily, wanted } from '../../../deeds/billing/see-family.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { operation } from '../../../road/operation.ts';

const example = {
  ...{ from: '2026-12-01', to: '2027-11-30', frequency: 1, interval: 'month' },
  ...{ finalizeInvoice: true, sendByMail: true, inCopy: false },
};

export const createFrequency = repeating('POST', {
  name: 'create-invoice-frequency',
  summary:
    'Would make an invoice recur. This service makes none by itself: it says what to do instead, and records nothing.',
  no: 'frequency_not_offered',
  body: frequencyForm,
});
export const updateFrequency = repeating('PUT', {
  name: 'update-invoice-frequency',
  summary: 'Would change how an invoice recurs: none does, and that is the answer.',
  no: 'frequency_not_found',
  body: frequencyForm,
});
export const deleteFrequency = repeating('DELETE', {
  name: 'delete-invoice-frequency',
  summary: 'Would end the recurrence of an invoice: none recurs, and that is the answer.',
  no: 'frequency_not_found',
});

type No = Refused<'frequency_not_offered' | 'frequency_not_found'>;
type Own = { name: string; summary: string; no: No['refused']; body?: typeof frequencyForm };

function repeating(method: 'POST' | 'PUT' | 'DELETE', { no, body, ...own }: Own) {
  return operation({
    ...own,
    chapter: 'Invoices',
    routes: [`${method} /v2/billing/invoice/{invoiceId}/frequency`],
    scope: 'billing:write',
    path: z.object({ id: idOr('invoice_not_found') }),
    query: z.object({}),
    body: body ?? z.object({}),
    success: 200,
    output: InvoiceJson,
    refusals: ['invoice_not_found', no],
    ...(body && { example }),
    async run(context, { id }) {
      const found = await seeFamily(context, id, wanted.invoice);
      return 'refused' in found ? found : ({ refused: no } as No);
    },
  });
}
