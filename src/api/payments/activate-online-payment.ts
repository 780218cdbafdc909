import * as z from 'zod';
import type { Claim } from '../../domain/billing/document/document.ts';
import { withDocuments } from '../../domain/billing/document/group/document-group.ts';
import { paidOnline, whyNotPayableOnline } from '../../domain/payments/online-payment.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { type ApiDocumentKind, advances, invoices } from '../../services/billing/api-document-kinds.ts';
import { commitDocumentGroup } from '../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../services/billing/document-group/document-response.ts';
import { type LockedGroup, lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../services/context.ts';

export const activateInvoiceOnlinePayment = activating(invoices, 'Lets the customer pay an invoice online.');
export const activateAdvanceOnlinePayment = activating(advances, 'Lets the customer pay an advance online.');
export const deactivateInvoiceOnlinePayment = deactivating(invoices, 'Turns off online payment of an invoice.');
export const deactivateAdvanceOnlinePayment = deactivating(advances, 'Turns off online payment of an advance.');

function activating({ noun, chapter, Json, missing, what }: ApiDocumentKind<Claim>, summary: string) {
  return operation({
    name: `activate-${noun}-online-payment`,
    summary,
    description:
      'The page of the customer’s link (link-billing) shows a button that leads to the provider. Refused if nothing is payable or no provider is connected to the account; test payments use a simulator.',
    chapter,
    routes: [`PATCH /v2/billing/${noun}/{${noun}Id}/activate-online-payment`],
    ...billInput(missing),
    output: Json,
    refusals: [missing, 'version_stale', 'not_payable_when_canceled', 'nothing_due', 'online_payment_without_account'],
    async run(context, { id }) {
      const locked = await lockDocumentGroup(context, id, what, { moves: true });
      if ('refused' in locked) return locked;
      const { document, facts } = locked.group.asked;
      return whyNotPayableOnline(document, facts.settings) ?? offered(context, locked, true);
    },
  });
}

function deactivating({ noun, chapter, Json, missing, what }: ApiDocumentKind<Claim>, summary: string) {
  return operation({
    name: `deactivate-${noun}-online-payment`,
    summary,
    description:
      'The button is removed from the page of the customer’s link. A customer already on the provider’s page can still pay; the payment is recorded as usual.',
    chapter,
    routes: [`PATCH /v2/billing/${noun}/{${noun}Id}/deactivate-online-payment`],
    ...billInput(missing),
    output: Json,
    refusals: [missing, 'version_stale'],
    async run(context, { id }) {
      const locked = await lockDocumentGroup(context, id, what, { moves: true });
      return 'refused' in locked ? locked : offered(context, locked, false);
    },
  });
}

/** The input of both operations: only the id of an invoice or advance. */
function billInput(missing: ApiDocumentKind<Claim>['missing']) {
  return {
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
  } as const;
}

async function offered(context: Context, locked: LockedGroup<Claim>, isOffered: boolean) {
  const after = withDocuments(locked.group, paidOnline(locked.group.asked.document, isOffered, context.now));
  return documentResponse(context, await commitDocumentGroup(context, locked, after));
}
