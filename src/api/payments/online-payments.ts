import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { listSessions, SESSIONS_LISTED_MAX, sumSessions } from '../../db/payments/payment-sessions.ts';
import type { Claim } from '../../domain/billing/document/document.ts';
import { withDocuments } from '../../domain/billing/document/group/document-group.ts';
import { paidOnline, whyNotPayableOnline } from '../../domain/payments/online-payment.ts';
import { moneySources } from '../../domain/payments/unapplied-money.ts';
import { addDays, startOfDay } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { id, idOr } from '../../schemas/fields/id.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { listing, yesOrNo } from '../../schemas/lists/list-query.ts';
import {
  OnlinePaymentJson,
  OnlinePaymentSumsJson,
  onlinePaymentToJson,
} from '../../schemas/payments/payment-account.ts';
import { type ApiDocumentKind, advances, invoices } from '../../services/billing/api-document-kinds.ts';
import { commitDocumentGroup } from '../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../services/billing/document-group/document-response.ts';
import { type LockedGroup, lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../services/context.ts';

const listedOnline = z.object({
  onlinePayments: z.array(OnlinePaymentJson),
  totalDocs: z.int(),
  totals: z.array(OnlinePaymentSumsJson),
});

export const listOnlinePayments = operation({
  name: 'list-online-payments',
  summary: 'Lists online payments, finished or started, newest first, with fees and unapplied amounts.',
  description: `Lists those of the key’s mode (live or test), ${SESSIONS_LISTED_MAX} per page; the totals are those of the whole list. \`unapplied\` also lists overpayments of other payments.`,
  chapter: 'Payments',
  routes: ['GET /v2/billing/online-payments'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    from: day.optional().meta({ description: 'The first day, of the payment or, without a payment, of its start.' }),
    to: day.optional().meta({ description: 'The last day, included.' }),
    unapplied: yesOrNo.default(false).meta({ description: 'Only payments with an unapplied amount.' }),
    awaited: yesOrNo.default(false).meta({
      description: 'Only payments with a refund that the provider has not confirmed yet.',
    }),
    source: z.enum(moneySources).optional().meta({
      description: 'Only payments from this source. By default online payments; with `unapplied` all sources.',
    }),
    customerId: id
      .optional()
      .meta({ description: 'Only payments of this contact, or of the contacts of this organization.' }),
    page: listing.page,
  }),
  body: z.object({}),
  success: 200,
  output: listedOnline.meta({ id: 'OnlinePayments' }),
  refusals: [],
  tool: {
    name: 'get-online-payments',
    description:
      'Online payments, newest first, with fees and unapplied amounts; 100 per page, totals of the whole list. `unapplied` also lists overpayments of other payments.',
    narrowedBy: { customerId: 'customer' },
    ...{ output: listedOnline.extend({ success: z.literal(true) }).meta({ id: 'ToolPageOnlinePayment' }) },
    answer: (body) => ({ success: true, ...body }),
  },
  async run({ tx }, { from, to, unapplied, awaited, source, customerId, page }) {
    const { zone } = (await settingsOf(tx)).settings;
    const filter = {
      isUnapplied: unapplied,
      isAwaited: awaited,
      source,
      customerId: customerId?.toLowerCase(),
      from: from === undefined ? undefined : startOfDay(from, zone),
      before: to === undefined ? undefined : startOfDay(addDays(to, 1), zone),
    };
    const [{ sessions, total }, sums] = await Promise.all([
      listSessions(tx, filter, { page, limit: SESSIONS_LISTED_MAX }),
      sumSessions(tx, filter),
    ]);
    const totals = sums.map(({ currency, count, received, refunded, unapplied, fee }) => ({
      ...{ currency, count, receivedAmount: received, refundedAmount: refunded, unappliedAmount: unapplied, fee },
    }));
    return { body: { onlinePayments: sessions.map(onlinePaymentToJson), totalDocs: total, totals } };
  },
});

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
