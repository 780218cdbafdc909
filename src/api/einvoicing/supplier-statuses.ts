import * as z from 'zod';
import { DOCUMENT_AMOUNT_MAX_CENTS } from '../../domain/billing/document/checks/entry-limits.ts';
import { buyerStatusNames, STATUS_REASONS_MAX, STATUS_TEXT_MAX } from '../../domain/einvoicing/buyer-statuses.ts';
import { buyerReasons } from '../../domain/einvoicing/status-reasons.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { SupplierInvoiceDetailJson } from '../../schemas/einvoicing/supplier-invoice.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { text } from '../../schemas/fields/text.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { stateSupplierStatus } from '../../services/einvoicing/state-supplier-status.ts';
import { detailOf } from './supplier-invoices.ts';

export const answerSupplierInvoice = operation({
  name: 'answer-supplier-invoice',
  summary: 'States a status about a received invoice: taken over, approved, disputed, refused, paid …',
  description: `Only for an invoice that an approved platform delivered. The status goes to the supplier through that platform, a refusal also to the tax office, once, a moment later. \`partly_approved\`, \`disputed\`, \`suspended\` and \`refused\` need at least one reason from the list of their status (XP Z12-012). A refusal is final. \`payment_sent\` states an amount; by default what remains to be paid, today. \`partly_approved\` may state the amount approved.`,
  chapter: 'Received invoices',
  routes: ['POST /v2/supplier-invoices/{supplierInvoiceId}/status'],
  scope: 'billing:write',
  path: z.object({ supplierInvoiceId: idOr('supplier_invoice_not_found') }),
  query: z.object({}),
  body: z.object({
    status: z.enum(buyerStatusNames).meta({ description: 'The status to state.' }),
    reasons: z
      .array(z.enum(buyerReasons))
      .max(STATUS_REASONS_MAX)
      .optional()
      .meta({ description: 'Codes of XP Z12-012. Each status has its list; the refusal names it.' }),
    text: text(STATUS_TEXT_MAX).optional().meta({ description: 'A text for the supplier.' }),
    amount: z
      .int()
      .min(1)
      .max(DOCUMENT_AMOUNT_MAX_CENTS)
      .optional()
      .meta({ description: 'The amount with tax that was paid or is approved, in cents.', example: 14_400 }),
    paidOn: day.optional().meta({ description: 'The day of the payment; today by default.', example: '2026-03-30' }),
  }),
  success: 200,
  output: SupplierInvoiceDetailJson,
  refusals: [
    'supplier_invoice_not_found',
    'supplier_status_not_possible',
    'supplier_status_reasons',
    'supplier_status_member',
    'supplier_payment_amount',
    'supplier_approved_amount',
    'supplier_status_breaks_rule',
    'platform_not_connected',
  ],
  tool: {
    name: 'answer-supplier-invoice',
    description:
      'Tells the supplier, through the platform, that a received invoice is taken over, approved, disputed, refused or paid; cannot be undone. `partly_approved`, `disputed`, `suspended` and `refused` need a reason of their list (XP Z12-012), which the refusal names.',
    ...answeredAs('supplierInvoice', SupplierInvoiceDetailJson),
    destructive: true,
    reachesOthers: true,
  },
  example: { status: 'disputed', reasons: ['QTE_ERR'], text: 'Deux cartons sur trois ont été livrés.' },
  async run(context, { supplierInvoiceId, ...asked }) {
    const stated = await stateSupplierStatus(context, supplierInvoiceId, asked);
    if (isRefusal(stated)) return stated;
    const body = await detailOf(context, supplierInvoiceId);
    return body ? { body } : { refused: 'supplier_invoice_not_found' };
  },
});
