import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { listSessions, SESSIONS_LISTED_MAX, sumSessions } from '../../db/payments/payment-sessions.ts';
import { moneySources } from '../../domain/payments/unapplied-money.ts';
import { addDays, startOfDay } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { day } from '../../schemas/fields/day-or-instant.ts';
import { id } from '../../schemas/fields/id.ts';
import { listing, yesOrNo } from '../../schemas/lists/list-query.ts';
import {
  OnlinePaymentJson,
  OnlinePaymentSumsJson,
  onlinePaymentToJson,
} from '../../schemas/payments/payment-account.ts';

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
