import * as z from 'zod';
import { recurrencesOf } from '../../db/billing/recurrences.ts';
import {
  changeRecurrence,
  endRecurrence,
  pauseRecurrence,
  resumeRecurrence,
  startRecurrence,
} from '../../domain/billing/recurrence/change-recurrence.ts';
import { operation } from '../../pipeline/operation.ts';
import { InvoiceJson } from '../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../schemas/billing/document/document-tool.ts';
import { frequencyForm, recurrenceFromForm } from '../../schemas/billing/frequency.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { updateRecurrence } from '../../services/billing/recurring/update-recurrence.ts';

const example = {
  ...{ from: '2026-12-01', to: '2027-11-30', frequency: 1, interval: 'month' },
  ...{ finalizeInvoice: true, sendByMail: true, inCopy: false, periodText: 'Période : {period}' },
};
const ofInvoice = {
  chapter: 'Invoices',
  scope: 'billing:write',
  path: z.object({ id: idOr('invoice_not_found') }),
  query: z.object({}),
  success: 200,
  output: InvoiceJson,
} as const;
const whose = { parameter: 'invoiceId', whose: 'the invoice' } as const;
const unable = ['frequency_of_canceled', 'frequency_of_final_invoice', 'frequency_ends_too_soon'] as const;

export const createFrequency = operation({
  ...ofInvoice,
  name: 'create-invoice-frequency',
  summary:
    'Makes an invoice recurring: it is billed again on each date of its schedule, at 06:00 in the account’s time zone.',
  description:
    'Date k is `from` plus k times the frequency; a month that is too short uses its last day. The invoice itself covers all dates up to its own date, and none is created for the past. Each invoice is dated on its creation day, and finalized and e-mailed if you request it. An incomplete invoice stays a draft and the owner is notified; three in a row pause the recurrence.',
  routes: ['POST /v2/billing/invoice/{invoiceId}/frequency'],
  body: frequencyForm,
  example,
  refusals: ['invoice_not_found', 'version_stale', 'frequency_exists', 'too_many_frequencies', ...unable],
  tool: {
    name: 'create-invoice-frequency',
    description:
      'Makes an invoice recurring: it is billed again on each date of its schedule, at 06:00; date k is `from` plus k times the frequency. None is created for the past. Each is dated on its creation day; an incomplete one stays a draft, and three in a row pause the recurrence.',
    ...billingTool(whose, InvoiceJson, frequencyForm.shape),
  },
  run: async (context, { id, ...form }) => {
    const [live, tests] = await Promise.all([recurrencesOf(context.tx, false), recurrencesOf(context.tx, true)]);
    return updateRecurrence(context, id, 'recurrence_set', (invoice, facts) =>
      startRecurrence(invoice, facts, {
        ...{ ...recurrenceFromForm(form, facts.settings.zone), id: context.newId() },
        others: invoice.test ? tests : live,
      }),
    );
  },
});

export const updateFrequency = operation({
  ...ofInvoice,
  name: 'update-invoice-frequency',
  summary: 'Changes the recurrence of an invoice. Invoices already created stay; later ones follow the change.',
  routes: ['PUT /v2/billing/invoice/{invoiceId}/frequency'],
  body: frequencyForm,
  example,
  refusals: ['invoice_not_found', 'version_stale', 'frequency_not_found', ...unable],
  tool: {
    name: 'update-invoice-frequency',
    ...billingTool(whose, InvoiceJson, frequencyForm.shape),
    destructive: true,
    idempotent: true,
  },
  run: (context, { id, ...form }) =>
    updateRecurrence(context, id, 'recurrence_set', (invoice, facts) =>
      changeRecurrence(invoice, facts, recurrenceFromForm(form, facts.settings.zone)),
    ),
});

export const deleteFrequency = operation({
  ...ofInvoice,
  name: 'delete-invoice-frequency',
  summary: 'Ends the recurrence of an invoice. Invoices already created stay.',
  routes: ['DELETE /v2/billing/invoice/{invoiceId}/frequency'],
  body: z.object({}),
  refusals: ['invoice_not_found', 'version_stale', 'frequency_not_found'],
  tool: { name: 'delete-invoice-frequency', ...billingTool(whose, InvoiceJson) },
  run: (context, { id }) =>
    updateRecurrence(context, id, 'recurrence_ended', (invoice) => endRecurrence(invoice, context.now)),
});

export const pauseFrequency = operation({
  ...ofInvoice,
  name: 'pause-invoice-frequency',
  summary: 'Pauses a recurring invoice until it is resumed.',
  routes: ['POST /v2/billing/invoice/{invoiceId}/frequency/pause'],
  body: z.object({}),
  refusals: ['invoice_not_found', 'version_stale', 'frequency_not_found'],
  tool: { name: 'pause-invoice-frequency', ...billingTool(whose, InvoiceJson), idempotent: true },
  run: (context, { id }) =>
    updateRecurrence(context, id, 'recurrence_paused', (invoice) => pauseRecurrence(invoice, context.now)),
});

export const resumeFrequency = operation({
  ...ofInvoice,
  name: 'resume-invoice-frequency',
  summary: 'Resumes a paused recurring invoice from today. Invoices missed during the pause are not created.',
  routes: ['POST /v2/billing/invoice/{invoiceId}/frequency/resume'],
  body: z.object({}),
  refusals: ['invoice_not_found', 'version_stale', 'frequency_not_found', ...unable],
  tool: { name: 'resume-invoice-frequency', ...billingTool(whose, InvoiceJson), idempotent: true },
  run: (context, { id }) => updateRecurrence(context, id, 'recurrence_resumed', resumeRecurrence),
});
