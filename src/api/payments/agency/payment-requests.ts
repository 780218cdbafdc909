import * as z from 'zod';
import { queuePaymentRequest } from '../../../db/payments/payment-requests.ts';
import type { Invoice } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { resentToAgency } from '../../../domain/payments/agency/apply-agency-status.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import {
  PaymentRequestStandingJson,
  paymentRequestStateToJson,
} from '../../../schemas/payments/payment-request-state.ts';
import { commitDocumentGroup } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../../services/context.ts';
import { loadPaymentRequest } from '../../../services/payments/agency/payment-request.ts';

const about = {
  chapter: 'Payments',
  path: z.object({ id: idOr('invoice_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: PaymentRequestStandingJson,
} as const;

export const getPaymentRequest = operation({
  ...about,
  name: 'get-payment-request',
  summary: 'Gets the status of an invoice’s payment request to Urssaf, and what the request waits for.',
  routes: ['GET /v2/billing/invoice/{invoiceId}/payment-request'],
  scope: 'billing:read',
  refusals: ['invoice_not_found', 'payment_request_not_found'],
  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.invoice);
    if ('refused' in found) return found;
    const { document, facts } = found.asked;
    if (!document.content.paymentRequest) return { refused: 'payment_request_not_found' };
    return { body: await stateToJson(context, { document, facts }) };
  },
});

export const sendPaymentRequest = operation({
  ...about,
  name: 'send-payment-request',
  summary: 'Sends a refused payment request to Urssaf again, once it is corrected.',
  description:
    'Other requests are sent automatically, and never twice. The answer gives the current status; the request is sent a moment later.',
  routes: ['POST /v2/billing/invoice/{invoiceId}/payment-request/send'],
  scope: 'billing:write',
  refusals: ['invoice_not_found', 'version_stale', 'payment_request_not_found', 'payment_request_not_refused'],
  async run(context, { id }) {
    const { tx, now, realNow } = context;
    const locked = await lockDocumentGroup(context, id, documentLookups.invoice, { moves: true });
    if ('refused' in locked) return locked;
    const { document, facts } = locked.group.asked;
    if (!document.content.paymentRequest) return { refused: 'payment_request_not_found' };
    const anew = resentToAgency(document, now);
    if (isRefusal(anew)) return anew;
    await commitDocumentGroup(context, locked, withDocuments(locked.group, anew));
    queuePaymentRequest(tx, anew, realNow);
    return { body: await stateToJson(context, { document: anew, facts }) };
  },
});

const stateToJson = async (context: Context, seen: { document: Invoice; facts: Facts }) =>
  paymentRequestStateToJson(
    seen.document,
    await loadPaymentRequest(context, seen, (work) => work(context.tx)),
    context.language,
  );
