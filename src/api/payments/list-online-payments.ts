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
  description: `Of the mode of the key, ${SESSIONS_LISTED_MAX} at once; the totals are those of the whole list. \`unapplied\` also lists the excess that was kept of other payments.`,
  chapter: 'Payments',
  routes: ['GET /v2/billing/online-payments'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    from: day.optional().meta({ description: 'The first day: of payment, or of the start where none came.' }),
    to: day.optional().meta({ description: 'The last such day, included.' }),
    unapplied: yesOrNo.default(false).meta({ description: 'Only those with an unapplied amount.' }),
    awaited: yesOrNo.default(false).meta({
      description: 'Only those with a refund at the provider that is not confirmed yet.',
    }),
    source: z.enum(moneySources).optional().meta({
      description: 'Only what came so. Without it: online, with `unapplied` all.',
    }),
    customerId: id.optional().meta({ description: 'Only of this customer, or of the members of this organization.' }),
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
