import * as z from 'zod';
import { InvoiceJson } from '../../../contract/billing/billing.ts';
import { billingTool } from '../../../contract/billing/billing-tool.ts';
import { frequencyForm, recurrenceSaid } from '../../../contract/billing/frequency.ts';
import { idOr } from '../../../contract/id.ts';
import { moveRecurrence } from '../../../deeds/billing/recurring/move-recurrence.ts';
import {
  changeRecurrence,
  endRecurrence,
  pauseRecurrence,
  recurAnew,
  resumeRecurrence,
} from '../../../domain/billing/recurrence/recur.ts';
import { operation } from '../../../road/operation.ts';
import { recurrencesOf } from '../../../store/billing/recurrences.ts';

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
    'Has an invoice recur: what it says is billed again on each day of its pace, at 06:00 of the account’s zone.',
  description:
    'Day k is `from` and k times the frequency, months ending on their last day where it is too short. The invoice itself stands for every day until its own; none is made before today. Each is dated the day it is made, finalized and mailed where that is asked; what lacks something is left as a draft and its owner told, three in a row pause it.',
  routes: ['POST /v2/billing/invoice/{invoiceId}/frequency'],
  body: frequencyForm,
  example,
  refusals: ['invoice_not_found', 'version_stale', 'frequency_exists', 'too_many_frequencies', ...unable],
  tool: { name: 'create-invoice-frequency', ...billingTool(whose, InvoiceJson, frequencyForm.shape) },
  run: async (context, { id, ...said }) => {
    const [live, tests] = await Promise.all([recurrencesOf(context.tx, false), recurrencesOf(context.tx, true)]);
    return moveRecurrence(context, id, 'recurrence_set', (invoice, facts) =>
      recurAnew(invoice, facts, {
        ...{ ...recurrenceSaid(said, facts.settings.zone), id: context.newId() },
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
  run: (context, { id, ...said }) =>
    moveRecurrence(context, id, 'recurrence_set', (invoice, facts) =>
      changeRecurrence(invoice, facts, recurrenceSaid(said, facts.settings.zone)),
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
    moveRecurrence(context, id, 'recurrence_ended', (invoice) => endRecurrence(invoice, context.now)),
});

export const pauseFrequency = operation({
  ...ofInvoice,
  name: 'pause-invoice-frequency',
  summary: 'Makes none of an invoice that recurs until it is resumed.',
  routes: ['POST /v2/billing/invoice/{invoiceId}/frequency/pause'],
  body: z.object({}),
  refusals: ['invoice_not_found', 'version_stale', 'frequency_not_found'],
  tool: { name: 'pause-invoice-frequency', ...billingTool(whose, InvoiceJson), idempotent: true },
  run: (context, { id }) =>
    moveRecurrence(context, id, 'recurrence_paused', (invoice) => pauseRecurrence(invoice, context.now)),
});

export const resumeFrequency = operation({
  ...ofInvoice,
  name: 'resume-invoice-frequency',
  summary: 'Resumes a paused recurring invoice from today. Invoices that fell into the pause are not created.',
  routes: ['POST /v2/billing/invoice/{invoiceId}/frequency/resume'],
  body: z.object({}),
  refusals: ['invoice_not_found', 'version_stale', 'frequency_not_found', ...unable],
  tool: { name: 'resume-invoice-frequency', ...billingTool(whose, InvoiceJson), idempotent: true },
  run: (context, { id }) => moveRecurrence(context, id, 'recurrence_resumed', resumeRecurrence),
});
