import * as z from 'zod';
import { InvoiceJson } from '../../contract/billing.ts';
import { id } from '../../contract/id.ts';
import { billToTheEnd } from '../../domain/invoice/new-final-invoice.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { append, lockHead } from '../../store/audit-chain.ts';
import { bumpFamily, move } from '../../store/documents.ts';
import { joinFamily } from '../documents/add-to-family.ts';
import { billingTool } from '../documents/billing-tool.ts';
import { happening } from '../documents/move-document.ts';
import { lockDocument, showDocument, wanted } from '../documents/seen-family.ts';
import { operation } from '../operation.ts';

export const createFinalInvoice = operation({
  name: 'create-final-invoice',
  summary: 'Makes the draft final invoice of a signed estimate, its finalized advances deducted.',
  chapter: 'Invoices',
  routes: ['POST /v2/billing/estimate/{estimateId}/final-invoice'],
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body: z.object({}),
  success: 201,
  makesDocument: true,
  output: InvoiceJson,
  refusals: [
    'estimate_not_found',
    'version_stale',
    'estimate_not_signed_for_final_invoice',
    'final_invoice_already_there',
  ],
  tool: {
    name: 'create-final-invoice',
    ...billingTool({ parameter: 'estimateId', whose: 'the signed estimate or purchase order' }, InvoiceJson),
  },

  async run(context, input) {
    const found = await lockDocument(context, input.id, wanted.estimate);
    if ('refused' in found) return found;
    const { document: estimate, facts } = found.seen;
    const { tx, now, newId } = context;
    const relatives = [...found.relatives.values()].map(({ document }) => document);
    const made = billToTheEnd(estimate, { id: newId(), now, relatives });
    if (isRefusal(made)) return made;
    const { invoice, billed } = made;
    found.relatives.set(estimate.id, { document: billed, facts });
    const joined = await joinFamily(context, found, invoice);
    const head = await lockHead(tx, estimate.test);
    move(tx, billed, billed.sealed.customer);
    append(tx, { test: estimate.test, head, seal: context.seal }, happening(context, billed, 'moved'));
    bumpFamily(tx, invoice, billed);
    return showDocument(context, joined);
  },
});
